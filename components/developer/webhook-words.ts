import type { DeliveredEvent, WebhookDelivery, WebhookProblem } from '../../lib/contracts/index.ts'
import type { Tone } from '../ui/tag.tsx'

export const eventWords: Record<DeliveredEvent, string> = {
  'output.ready': 'Output ready',
  'output.failed': 'Output failed',
  'output.deleted': 'Output deleted',
  'transcript.ready': 'Transcript ready',
  'transcript.failed': 'Transcript failed',
  'webhook.test': 'Test',
}

export const statusWords: Record<WebhookDelivery['status'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'look' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

const problemWords: Record<Exclude<WebhookProblem, 'status'>, string> = {
  timeout: 'no answer within 15 seconds',
  connection: 'no connection',
  name: 'the host name of the address was not found',
  address: 'the address is not allowed: use a public https address',
}

/** The number of the last try and its result, such as "Attempt 2: no connection". Empty before the first try. */
export function lastTryWords({ lastTry, tries }: Pick<WebhookDelivery, 'lastTry' | 'tries'>): string {
  if (lastTry === undefined) return ''
  const { answerStatus, problem, latencyMs } = lastTry
  if (problem !== undefined && problem !== 'status') return `Attempt ${tries}: ${problemWords[problem]}`
  return `Attempt ${tries}: status ${answerStatus ?? 'unknown'} after ${latencyMs.toLocaleString('en')} ms`
}
