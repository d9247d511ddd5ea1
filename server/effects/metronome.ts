export interface MetronomeSettings {
  token: string
  baseUrl: string
}

export interface UsageEvent {
  transaction_id: string
  customer_id: string
  event_type: string
  timestamp: string
  properties: Record<string, string>
}

const silenceMs = 10_000

export class MetronomeFailure extends Error {
  override name = 'MetronomeFailure'
  readonly status: number | null

  constructor(status: number | null, cause?: unknown) {
    super('Metronome did not accept the use.', { cause })
    this.status = status
  }

  /** True if Metronome would refuse the same events again, because the events themselves are wrong. */
  get isRefusal(): boolean {
    return this.status === 400 || this.status === 422
  }
}

/**
 * Sends at most 100 events to Metronome. Throws MetronomeFailure. Do not call this in a transaction: the transaction
 * would stay open until Metronome answers.
 */
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
