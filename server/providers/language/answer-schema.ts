import { z } from 'zod'
import { type Field, omissionKinds } from '../../../lib/contracts/index.ts'
import { type Draft, type DraftEvidence, verdicts } from '../../generation/index.ts'

// Numbers have no bounds and are not integers, because strict modes refuse the bounds that zod gives an integer.
const evidence = z.array(z.object({ turn: z.number(), quote: z.string() }))
const states = z.enum(['stated', 'denied', 'unclear', 'not_discussed'])

/**
 * The schema of every answer, to a request for fields and to a request for a review. Every call has the same schema,
 * because some providers put the schema before the messages. With a different schema, a request would begin
 * differently, and the provider could not reuse its cached beginning of the prompt. Fields are named `f0`, `f1` and so
 * on, because the id of a field may contain any character. Every property is required, because strict modes support no
 * optional ones.
 */
export const answerSchema = z.object({
  answers: z.array(
    z.object({
      field: z.string(),
      state: states,
      evidence,
      value: z.array(z.string()),
      sentences: z.array(z.object({ evidence, text: z.string() })),
      confidence: z.number(),
    }),
  ),
  judged: z.array(z.object({ statement: z.number(), reason: z.string(), verdict: z.enum(verdicts) })),
  missing: z.array(z.object({ kind: z.enum(omissionKinds), turn: z.number(), quote: z.string() })),
})

/** A number, also as text. */
export const readableNumber = z.union([z.number(), z.string().trim().min(1).transform(Number).pipe(z.number())])
const listOf = <Item>(item: z.ZodType<Item>) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]),
    z.array(item),
  )
const texts = listOf(z.union([z.string(), z.number(), z.boolean()]).transform(String))
const quotes = listOf(z.object({ turn: readableNumber, quote: z.string() })).catch([])
const readableState = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase().replaceAll(/[ -]/g, '_') : value),
  states,
)
const readableAnswer = z.object({
  field: z.string(),
  state: readableState,
  confidence: readableNumber.catch(0.5),
  evidence: quotes,
  value: texts,
  sentences: listOf(z.object({ evidence: quotes, text: z.string() })).catch([]),
})
export type FieldAnswer = z.infer<typeof readableAnswer>

/**
 * Parses a model's answer for one field. Null if the answer has the wrong shape. Does not check if the value suits the
 * field: the check of the draft does that later.
 */
export function readAnswer(answer: unknown): FieldAnswer | null {
  const result = readableAnswer.safeParse(answer)
  return result.success ? result.data : null
}

const listMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/
const ownLine = /^\s*(?:[-*+•#>|]|\d{1,3}[.)]\s)/

/** Joins the sentences of a text. With a list format, each sentence is an item. */
function joined(field: Field, sentences: readonly string[]): string {
  const format = field.type === 'string' ? field.format : undefined
  if (format === 'bullet') return sentences.map((text) => `- ${text.replace(listMark, '')}`).join('\n')
  if (format === 'numbered') return sentences.map((text, at) => `${at + 1}. ${text.replace(listMark, '')}`).join('\n')
  if (format === 'paragraph') return sentences.map((text) => text.replace(listMark, '')).join(' ')
  return sentences.reduce((text, next) => {
    if (text === '') return next
    // A heading or an item of a list that the model has chosen itself begins a new line.
    const isApart = ownLine.test(next) || ownLine.test(text.slice(text.lastIndexOf('\n') + 1))
    return `${text}${isApart ? '\n' : ' '}${next}`
  }, '')
}

/**
 * Converts a model's answer to a draft. The quotes of a sentence stay linked to this sentence. A text that the model gave
 * as `value` has quotes for the whole text only.
 */
export function draftOfAnswer(field: Field, answer: FieldAnswer): Draft {
  const { state, confidence, value } = answer
  const sentences = field.type === 'string' ? answer.sentences.filter(({ text }) => text.trim() !== '') : []
  const linked = sentences.flatMap(({ evidence, text }) =>
    evidence.map((one): DraftEvidence => ({ ...one, sentence: text })),
  )
  const text = joined(
    field,
    sentences.map(({ text }) => text.trim()),
  )
  return {
    id: field.id,
    state,
    confidence,
    value: sentences.length === 0 ? value : [text],
    evidence: [...linked, ...answer.evidence].filter(({ turn }) => Number.isInteger(turn)),
  }
}
