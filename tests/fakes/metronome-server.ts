import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** A server that implements Metronome's endpoint for usage events. It counts each transaction id once. */
export interface MetronomeServer {
  url: string
  /** The environment variables with which a Chartside server uses this fake. */
  env: Record<string, string>
  /** Sum of `count` of one type of event of one customer. */
  total(customerId: string, type: string): number
  /** Number of requests that the server has received, refused ones included. */
  requests: number
  /**
   * What happens to a request. `refuse`: refused before it is read. `break`: accepted, but the connection breaks before
   * the answer, so that the sender does not know the result. Null: accepted.
   */
  react: (request: number) => 'refuse' | 'break' | null
  close(): Promise<void>
}

const token = 'token-of-the-fake'
const maxEvents = 100
const dayMs = 24 * 60 * 60_000

const events = z
  .array(
    z.object({
      transaction_id: z.string().min(1).max(128),
      customer_id: z.string(),
      event_type: z.string(),
      timestamp: z.iso.datetime(),
      properties: z.record(z.string(), z.string()),
    }),
  )
  .max(maxEvents)

/**
 * Starts a server in which only these customers exist. It refuses a whole request if one event names another customer.
 */
export async function startMetronomeServer(customers: readonly string[]): Promise<MetronomeServer> {
  const accepted = new Map<string, z.infer<typeof events>[number]>()
  const http = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const answer = (status: number) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(status < 300 ? '' : '{"message":"refused"}')
      server.requests += 1
      const reaction = server.react(server.requests)
      if (reaction === 'refuse') return answer(503)
      if (request.method !== 'POST' || request.url !== '/v1/ingest') return answer(404)
      if (request.headers.authorization !== `Bearer ${token}`) return answer(401)
      const read = events.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
      const now = Date.now()
      const isWrong = read.data?.some(({ customer_id, timestamp }) => {
        const at = Date.parse(timestamp)
        return !customers.includes(customer_id) || at < now - 34 * dayMs || at > now + dayMs
      })
      if (!read.success || isWrong === true) return answer(400)
      for (const event of read.data) {
        if (!accepted.has(event.transaction_id)) accepted.set(event.transaction_id, event)
      }
      if (reaction === 'break') return request.socket.destroy()
      answer(200)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: MetronomeServer = {
    url,
    env: { METRONOME_API_TOKEN: token, METRONOME_BASE_URL: url },
    requests: 0,
    react: () => null,
    total: (customerId, type) =>
      [...accepted.values()]
        .filter((event) => event.customer_id === customerId && event.event_type === type)
        .reduce((sum, { properties }) => sum + Number(properties.count), 0),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return server
}
