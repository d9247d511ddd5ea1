/** Access to Metronome, which bills the use of access organisations. */
export interface MetronomeSettings {
  token: string
  /** Such as https://api.metronome.com. */
  baseUrl: string
}

/** One event of Metronome's ingestion. */
export interface UsageEvent {
  transaction_id: string
  customer_id: string
  event_type: string
  /** RFC 3339. */
  timestamp: string
  properties: Record<string, string>
}

/** Metronome must answer within this time; otherwise the attempt counts as failed. */
const silenceMs = 10_000

/** Metronome did not accept events. It carries no words of the answer. */
export class MetronomeFailure extends Error {
  override name = 'MetronomeFailure'
  /** Status of the answer. Null: there was no answer. */
  readonly status: number | null

  constructor(status: number | null, cause?: unknown) {
    super('Metronome did not accept the use.', { cause })
    this.status = status
  }

  /** True if something in the events is wrong: the same events would be refused again. */
  get isRefusal(): boolean {
    return this.status === 400 || this.status === 422
  }
}

/** Sends at most 100 events. Throws MetronomeFailure. Never call it in a transaction. */
export async function sendUsage(
  { token, baseUrl }: MetronomeSettings,
  events: readonly UsageEvent[],
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(`${baseUrl.replace(/\/$/, '')}/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
    // A redirect would send the token to another address.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]),
  }).catch((error: unknown) => {
    throw new MetronomeFailure(null, error)
  })
  await response.body?.cancel()
  if (!response.ok) throw new MetronomeFailure(response.status)
}
