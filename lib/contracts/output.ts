import { z } from 'zod'
import { fieldId, fieldType } from './field.ts'
import { limits } from './limits.ts'

/**
 * Where the value of a field comes from (product 10.3).
 * - stated: somebody said it, for example that the patient has a fever.
 * - denied: somebody said that it is not the case, for example that the patient has no fever.
 * - unclear: something was said about the field, but without one certain answer. `evidence` has the words, and the value
 *   is empty. A person must choose the answer.
 * - not_discussed: no words about the field were found. The value and `evidence` are empty. `writer` says how reliable
 *   this is.
 * - entered: typed or chosen by a person, or taken from the visit or the page.
 */
export const resultStates = ['stated', 'denied', 'unclear', 'not_discussed', 'entered'] as const
export const resultState = z.enum(resultStates)
export type ResultState = z.infer<typeof resultState>

const place = z.number().int().min(0)

/**
 * One part of a value (product 3.16). All indexes count from 0.
 * - text: a sentence of `string` and `template`. `value[item].slice(from, to)` is the sentence, with its Markdown, but
 *   without its bullet or list number and without spaces around it. `from` and `to` count UTF-16 code units.
 * - item: the whole text `value[item]` of any other type, such as one chosen option.
 * - cell: one cell of a table, `value[row * headers.length + column]`.
 */
export const span = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), item: place, from: place, to: place }),
  z.object({ kind: z.literal('item'), item: place }),
  z.object({ kind: z.literal('cell'), row: place, column: place }),
])
export type Span = z.infer<typeof span>

/** A quote from the transcript. `quote` occurs word for word in the turn with the index `turn` (counted from 0). */
const spokenWords = z.object({
  turn: place,
  quote: z.string(),
  /** When the turn of the quote begins, in milliseconds from the start of the recording. Absent: not known. */
  atMs: place.optional(),
})

export const evidence = spokenWords.extend({
  /**
   * The part of the value that the quote supports. A quote that supports several parts occurs once for each part.
   * Absent: the quote supports the value as a whole, or the value was stored by an earlier version of the server, which
   * did not know the parts.
   */
  span: span.optional(),
})
export type Evidence = z.infer<typeof evidence>

/**
 * How serious a flag is.
 * - 1: the transcript does not support the wording
 * - 2: a number, a date or a name has no evidence, or the transcript supports only a part
 * - 3: the value contradicts the transcript, or a reviewer has judged it wrong. A person must decide about the flag before
 *   the note is signed.
 */
export const severity = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type Severity = z.infer<typeof severity>

/**
 * What a reviewer can find wrong with a statement, the gravest last: the session supports only a part of it, says it less
 * certainly, does not say it; the speaker took it back; it is true of somebody else; the session contradicts it.
 */
export const reviewFindings = ['partly', 'hedge_lost', 'not', 'taken_back', 'wrong_person', 'contradicted'] as const
export type ReviewFinding = (typeof reviewFindings)[number]

export const flag = z.object({
  severity,
  /** The part of the value that is doubtful. '' means the whole value. */
  text: z.string(),
  reason: z.string(),
  finding: z.enum(reviewFindings).optional(),
  /**
   * What a person has decided about the flag. `accepted`: the value is right as it is. `dismissed`: the flag can be
   * ignored. Absent: nobody has decided yet.
   */
  verdict: z.enum(['accepted', 'dismissed']).optional(),
})
export type Flag = z.infer<typeof flag>

/**
 * Who has read the session for a field.
 * - model: a language model.
 * - embedded: the built-in writer, by rules. It can overlook words, and it does not know every language.
 */
export const writtenBy = z.enum(['model', 'embedded'])
export type WrittenBy = z.infer<typeof writtenBy>

/** The result of one generated field (product 3.8). */
export const result = z.object({
  id: fieldId,
  type: fieldType,
  value: z.array(z.string().max(limits.valueMax)).max(limits.tableCellsMax),
  confidence: z.number().min(0).max(1),
  state: resultState,
  evidence: z.array(evidence),
  flags: z.array(flag),
  /**
   * Absent: nobody has read the session for this value, for example because a person typed it, or an earlier version of
   * the server wrote it.
   */
  writer: writtenBy.optional(),
  /**
   * The name of the language model that has judged every statement of the value against the session. Absent: nobody has
   * reviewed what the value means.
   */
  reviewedBy: z.string().optional(),
  /** Where an `entered` value comes from if no person typed it: the details of the visit, or the form of the page. */
  given: z.enum(['visit', 'page']).optional(),
  /**
   * The parts of an `entered` value that a person typed. The evidence supports the other parts. Absent: a person typed
   * the whole value, or `given` is set and nobody typed it.
   */
  byHand: z.array(z.string()).optional(),
})
export type Result = z.infer<typeof result>

export const omissionKinds = ['risk', 'medication', 'dose', 'allergy', 'substance_use', 'plan', 'safety'] as const

export const omission = spokenWords.extend({ kind: z.enum(omissionKinds) })
export type Omission = z.infer<typeof omission>

const tokenUse = z.object({
  inputTokens: z.number().int().min(0),
  /**
   * Input tokens for which the provider charges less, because it has read them from its cache. Absent: there were none,
   * or the provider does not report them.
   */
  cachedInputTokens: z.number().int().min(0).optional(),
  outputTokens: z.number().int().min(0),
  costUsd: z.number().min(0).optional(),
})

export const spent = tokenUse.extend({
  slot: z.number().int().min(0).max(limits.modelSlotMax),
  model: z.string(),
  review: tokenUse.optional(),
})
export type Spent = z.infer<typeof spent>

export const output = z.object({
  /**
   * The results of the fields that were asked. A field is not asked if it is disabled, or if its condition does not
   * hold or cannot be evaluated.
   */
  results: z.array(result),
  omissions: z.array(omission),
  /** Messages about what was left out or has failed. A notice never contains clinical text. */
  notices: z.array(z.string()),
  /**
   * The fields that the language model did not answer, and the fields whose condition depends on such a field. Absent:
   * every field was answered.
   */
  unanswered: z.array(fieldId).optional(),
  spent: z.array(spent).optional(),
})
export type Output = z.infer<typeof output>
