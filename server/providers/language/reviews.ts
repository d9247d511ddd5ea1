import { z } from 'zod'
import { type ReviewAnswer, type ReviewRequest, UnusableAnswerError, verdicts } from '../../generation/index.ts'
import { objectIn } from './growing-json.ts'

const judgement = z.object({ statement: z.number(), verdict: z.enum(verdicts), reason: z.string().catch('') })
const omission = z.object({ kind: z.string(), turn: z.number(), quote: z.string() })
const reviewed = z.object({ judged: z.array(z.unknown()), missing: z.array(z.unknown()).catch([]) })

/** Returns the items that have the right shape. One item of another shape must not lose the rest of a review. */
const readable = <Item>(shape: z.ZodType<Item>, items: readonly unknown[]): Item[] =>
  items.flatMap((item) => shape.safeParse(item).data ?? [])

/** Reads the answer of a model to a request for a review of these statements. Throws `UnusableAnswerError`. */
export function readReview(text: string, { statements }: Pick<ReviewRequest, 'statements'>): ReviewAnswer {
  const read = reviewed.safeParse(objectIn(text))
  const judged = read.success ? readable(judgement, read.data.judged) : []
  // The error of the parser is not passed on, because its message quotes the answer.
  if (!read.success || !judged.some(({ statement }) => statements[statement] !== undefined))
    throw new UnusableAnswerError('The language model’s review could not be read.')
  return { judged, missing: readable(omission, read.data.missing) }
}
