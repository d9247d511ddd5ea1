import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookPayload } from '../../lib/contracts/index.ts'

/** A request that reached the receiver. */
export interface ReceivedEvent {
  path: string
  headers: IncomingHttpHeaders
  /** The `webhook-id`. */
  id: string
  body: string
  payload: WebhookPayload
  /** True if the request was answered with 2xx. */
  accepted: boolean
}

/**
 * The answer of the receiver: an HTTP status, a redirect to this URL, no answer (`hang`), or a closed connection
 * (`break`).
 */
type Reaction = number | 'hang' | 'break' | { redirect: string }

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  url: string
  port: number
  /** Every request, in the order of arrival. */
  received: ReceivedEvent[]
  /** Number of connections that were opened. */
  connections: number
  react: (event: ReceivedEvent) => Reaction | Promise<Reaction>
  /** The accepted events, each `webhook-id` once, in the order of the first acceptance. */
  accepted(): ReceivedEvent[]
  /** Stops listening, as a server that is down. `start` listens on the same port again. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Starts a receiver that accepts everything. */
export async function startWebhookReceiver({ host = '127.0.0.1', port = 0 } = {}): Promise<WebhookReceiver> {
  let server: Server | null = null
  const listen = async (at: number) => {
    const made = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', async () => {
        const body = Buffer.concat(parts).toString('utf8')
        const id = String(request.headers['webhook-id'])
        const path = request.url ?? ''
        const event = { path, headers: request.headers, id, body, payload: JSON.parse(body), accepted: false }
        receiver.received.push(event)
        const reaction = await receiver.react(event)
        if (reaction === 'hang') return
        if (reaction === 'break') return void request.socket.destroy()
        if (typeof reaction === 'object') return void response.writeHead(302, { location: reaction.redirect }).end()
        event.accepted = reaction >= 200 && reaction < 300
        response.writeHead(reaction).end('An answer that nobody reads.')
      })
    })
    made.on('connection', () => {
      receiver.connections += 1
    })
    await new Promise<void>((resolve, reject) => made.once('error', reject).listen(at, host, resolve))
    server = made
    return (made.address() as AddressInfo).port
  }
  const receiver: WebhookReceiver = {
    url: '',
    port: 0,
    received: [],
    connections: 0,
    react: () => 200,
    accepted() {
      const first = new Map<string, ReceivedEvent>()
      for (const event of receiver.received) if (event.accepted && !first.has(event.id)) first.set(event.id, event)
      return [...first.values()]
    },
    async stop() {
      const stopping = server
      if (stopping === null) return
      server = null
      const closed = new Promise((resolve) => stopping.close(resolve))
      stopping.closeAllConnections()
      await closed
    },
    start: async () => {
      await listen(receiver.port)
    },
  }
  receiver.port = await listen(port)
  receiver.url = `http://${host}:${receiver.port}/hooks`
  return receiver
}
