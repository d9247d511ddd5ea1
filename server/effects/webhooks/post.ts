import type { WebhookProblem } from '../../../lib/contracts/index.ts'
import { type Guard, guardedRequest } from '../outbound/index.ts'

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface PostOutcome {
  answerStatus: number | null
  problem: WebhookProblem | null
}

/** Maximum time in ms for a request, from the DNS look-up until the status of the answer has arrived. */
export const answerWithinMs = 15_000

/**
 * Sends a request to a receiver, as `guardedRequest` does. The body of the answer is not read. Rejects only if `signal`
 * aborts.
 */
export async function postToReceiver(outbound: WebhookRequest, guard: Omit<Guard, 'withinMs'>): Promise<PostOutcome> {
  const outcome = await guardedRequest(
    { ...outbound, method: 'POST' },
    { ...guard, withinMs: answerWithinMs },
    ({ statusCode }) => statusCode,
  )
  if ('problem' in outcome) return { answerStatus: null, problem: outcome.problem }
  const isAccepted = outcome.result >= 200 && outcome.result < 300
  return { answerStatus: outcome.result, problem: isAccepted ? null : 'status' }
}
