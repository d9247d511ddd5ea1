import { z } from 'zod'
import { type ReviewAnswer, type ReviewRequest, UnusableAnswerError, verdicts } from '../../generation/index.ts'
import { listIn } from './growing-json.ts'

const judgement = z.object({ statement: z.number(), verdict: z.enum(verdicts), reason: z.string().catch('') })
const omission = z.object({ kind: z.string(), turn: z.number(), quote: z.string() })

/** Returns the items that have the right shape. One item of another shape must not lose the rest of a review. */
const readable = <Item>(shape: z.ZodType<Item>, items: readonly unknown[]): Item[] =>
  items.flatMap((item) => shape.safeParse(item).data ?? [])

/**
 * Reads the answer of a model to a request for a review of these statements. Of an answer that was cut off, reads what is
 * complete. Throws `UnusableAnswerError` if no statement was judged.
 */
export function readReview(text: string, { statements }: Pick<ReviewRequest, 'statements'>): ReviewAnswer {
  const items = listIn(text)
  const judged = readable(judgement, items)
  if (!judged.some(({ statement }) => statements[statement] !== undefined))
    throw new UnusableAnswerError('The language model’s review could not be read.')
  return { judged, missing: readable(omission, items) }
}
