import { z } from 'zod'
import { type ReviewAnswer, type ReviewRequest, UnusableAnswerError, verdicts } from '../../generation/index.ts'
import { readableNumber } from './answer-schema.ts'
import { itemsIn } from './growing-json.ts'

const judgement = z.object({ statement: readableNumber, verdict: z.enum(verdicts), reason: z.string().catch('') })
const omission = z.object({ kind: z.string(), turn: readableNumber, quote: z.string() })

const readItem = (value: unknown) => judgement.safeParse(value).data ?? omission.safeParse(value).data ?? null

/**
 * Reads the answer of a model to a request for a review of these statements. Of an answer that was cut off, reads what is
 * complete. Throws `UnusableAnswerError` if no statement was judged.
 */
export function readReview(text: string, { statements }: Pick<ReviewRequest, 'statements'>): ReviewAnswer {
  const items = itemsIn(text, readItem)
  const judged = items.filter((item) => 'verdict' in item)
  if (!judged.some(({ statement }) => statements[statement] !== undefined))
    throw new UnusableAnswerError('The language model’s review could not be read.')
  return { judged, missing: items.filter((item) => 'quote' in item) }
}
