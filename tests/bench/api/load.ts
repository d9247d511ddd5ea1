import { Pool } from 'undici'

/** The requests of one measurement. Each connection repeats one of them. */
export interface Load {
  origin: string
  requests: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }[]
  connections: number
  ms: number
}

/** Number of answers in all and per second, percentiles of the response times in ms, and number of failed answers. */
export interface Loaded {
  answers: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
}

/** Repeats requests on many connections, one at a time on each, until the time is over. */
async function load({ origin, requests, connections, ms }: Load): Promise<Loaded> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const tookMs: number[] = []
  let failed = 0
  const beganAt = performance.now()
  const repeat = async (connection: number) => {
    const request = requests[connection % requests.length]
    if (request === undefined) return
    while (performance.now() - beganAt < ms) {
      const askedAt = performance.now()
      const { statusCode, body } = await pool.request(request)
      await body.dump()
      if (statusCode >= 300) failed++
      tookMs.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => repeat(connection)))
  const perSecond = (1000 * tookMs.length) / (performance.now() - beganAt)
  await pool.close()
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN
  return { answers: tookMs.length, perSecond, p50Ms: at(0.5), p99Ms: at(0.99), failed }
}

process.on('message', async (given: Load) => process.send?.(await load(given)))
