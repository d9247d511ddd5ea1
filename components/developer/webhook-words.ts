import type { DeliveredEvent, WebhookDelivery, WebhookProblem } from '../../lib/contracts/index.ts'
import type { Tone } from '../ui/tag.tsx'

/** What happened, in words. */
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
  timeout: 'No answer within 15 seconds',
  connection: 'No connection',
  name: 'The name has no address',
  address: 'The address is not allowed',
}

/** What became of the last try. Empty before the first one. */
export function lastTryWords({ lastTry }: Pick<WebhookDelivery, 'lastTry'>): string {
  if (lastTry === undefined) return ''
  const { answerStatus, problem, latencyMs } = lastTry
  if (problem !== undefined && problem !== 'status') return problemWords[problem]
  return `Status ${answerStatus ?? 'unknown'} after ${latencyMs.toLocaleString('en')} ms`
}
