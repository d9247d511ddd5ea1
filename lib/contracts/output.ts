import { z } from 'zod'
import { fieldId, fieldType } from './field.ts'
import { limits } from './limits.ts'

/**
 * - stated: it was said.
 * - denied: it was said that this is not so.
 * - not_discussed: nothing was said, and the value is empty.
 * - entered: typed by a person, or taken from the visit or the page.
 */
export const resultStates = ['stated', 'denied', 'not_discussed', 'entered'] as const
export const resultState = z.enum(resultStates)
export type ResultState = z.infer<typeof resultState>

const place = z.number().int().min(0)

/**
 * One part of a value (product 3.16). All indexes count from 0.
 * - text: a sentence of `string` and `template`. `value[item].slice(from, to)` is the sentence, with its Markdown, but
 *   without the mark of its list item and without spaces around it. `from` and `to` count UTF-16 code units.
 * - item: the whole text `value[item]` of any other type, such as one chosen option.
 * - cell: one cell of a table, `value[row * headers.length + column]`.
 */
export const span = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), item: place, from: place, to: place }),
  z.object({ kind: z.literal('item'), item: place }),
  z.object({ kind: z.literal('cell'), row: place, column: place }),
])
export type Span = z.infer<typeof span>

/** Words of the session. `quote` occurs literally in turn number `turn` (counted from 0). */
const spokenWords = z.object({
  turn: place,
  quote: z.string(),
  /** Where the turn of the quote begins on the recording's timeline, in milliseconds. Absent: not known. */
  atMs: place.optional(),
})

/** The source of a value, or of one part of it, in the transcript. */
export const evidence = spokenWords.extend({
  /**
   * The part of the value that the quote supports. A quote that supports several parts occurs once for each part.
   * Absent: the quote supports the value as a whole, or the value was written before quotes named their parts.
   */
  span: span.optional(),
})
export type Evidence = z.infer<typeof evidence>

/**
 * - 1: wording that the transcript does not support
 * - 2: a number, date or name without evidence
 * - 3: contradicts the transcript
 */
export const severity = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type Severity = z.infer<typeof severity>

export const flag = z.object({
  severity,
  /** The doubtful part of the value. '' means the whole value. */
  text: z.string(),
  reason: z.string(),
  /**
   * A person's decision about the flag: `accepted` (the value is right as it is) or `dismissed` (the flag can be
   * ignored). Absent: no decision yet.
   */
  verdict: z.enum(['accepted', 'dismissed']).optional(),
})
export type Flag = z.infer<typeof flag>

/** The result of one generated field (product 3.8). */
export const result = z.object({
  id: fieldId,
  type: fieldType,
  value: z.array(z.string().max(limits.valueMax)).max(limits.tableCellsMax),
  confidence: z.number().min(0).max(1),
  state: resultState,
  evidence: z.array(evidence),
  flags: z.array(flag),
  /** The source of an `entered` value that no person typed: the details of the visit, or the page's form. */
  given: z.enum(['visit', 'page']).optional(),
  /**
   * The parts of an `entered` value that a person typed; the other parts are supported by the evidence. Absent: a
   * person typed the whole value, unless `given` is set.
   */
  byHand: z.array(z.string()).optional(),
})
export type Result = z.infer<typeof result>

export const omissionKinds = ['risk', 'medication', 'dose', 'allergy', 'substance_use', 'plan', 'safety'] as const

/** A clinically important statement of the transcript that no field contains. */
export const omission = spokenWords.extend({ kind: z.enum(omissionKinds) })
export type Omission = z.infer<typeof omission>

/** Tokens used by one model for an output. `costUsd` is present if the price is known. */
export const spent = z.object({
  slot: z.number().int().min(0).max(limits.modelSlotMax),
  model: z.string(),
  inputTokens: z.number().int().min(0),
  /**
   * The input tokens that the provider has read from its cache, and charges less for. Absent: no such tokens, or the
   * provider does not report them.
   */
  cachedInputTokens: z.number().int().min(0).optional(),
  outputTokens: z.number().int().min(0),
  costUsd: z.number().min(0).optional(),
})
export type Spent = z.infer<typeof spent>

/** The result of generation for a whole template. */
export const output = z.object({
  results: z.array(result),
  omissions: z.array(omission),
  /** Messages about what was left out or failed. They never contain clinical text. */
  notices: z.array(z.string()),
  /**
   * Fields that the language model did not answer, and the fields whose conditions depend on these fields. Absent:
   * every field was answered.
   */
  unanswered: z.array(fieldId).optional(),
  /** Absent if no language model was called. */
  spent: z.array(spent).optional(),
})
export type Output = z.infer<typeof output>
