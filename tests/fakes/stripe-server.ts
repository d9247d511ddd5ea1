import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStripeAccount, type StripeAccount } from './stripe-account.ts'
import { type Form, StripeRefusal } from './stripe-form.ts'

/**
 * Makes the next `times` requests fail whose path begins with `path`. `status` is the HTTP status of the answer, or
 * `hang` for no answer. `path` can also begin with a method, such as `POST /v1/refunds`, but not with `hang`.
 */
interface Fault {
  path: string
  status: number | 'hang'
  times: number
}

/** A server that implements the protocol of Stripe, with one account. */
export interface FakeStripe {
  url: string
  secretKey: string
  webhookSecret: string
  account: StripeAccount
  /** Every request, with its idempotency key, oldest first. */
  requests: { method: string; path: string; form: Form; key: string | undefined }[]
  /** Makes the next `times` requests fail, by default all. See `Fault`. */
  fail(path: string, status: Fault['status'], times?: number): void
  /**
   * Carries out the next request whose path begins with `path`, and sends its answer only after `release`. `done`
   * resolves with the body of the answer once the request is carried out.
   */
  hold(path: string): { done: Promise<string>; release(): void }
  /** Removes every fault, and cuts the connections that hang. */
  mend(): void
  /**
   * Sends these events in their order, by default all events that wait. Returns the status of each answer. A test can
   * send the same events again.
   */
  deliver(url: string, events?: StripeAccount['events']): Promise<number[]>
  close(): Promise<void>
}

/** Returns the signature of an event in Stripe's format: a time in seconds, and an HMAC of the time and the body. */
export function signatureOf(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** Reads Stripe's form encoding, `items[0][price]=…`, into nested objects. */
export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [name.replace(/\[.*/, ''), ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? '')]
    let place = form
    for (const key of path.slice(0, -1)) {
      const next = place[key] ?? {}
      if (typeof next === 'string') throw new StripeRefusal(400, 'parameter_invalid')
      place[key] = next
      place = next
    }
    place[path.at(-1) ?? ''] = value
  }
  return form
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const typeOf = (status: number) =>
  status === 402
    ? 'card_error'
    : status >= 500
      ? 'api_error'
      : status === 429
        ? 'rate_limit_error'
        : 'invalid_request_error'

const refusalOf = (status: number, code: string, type = typeOf(status)) =>
  JSON.stringify({ error: { type, code, message: `No such thing for somebody@clinic.example: ${code}` } })

/** Starts the server on a free port of 127.0.0.1. `now` is the time of the account. */
export async function startFakeStripe(now: () => Date): Promise<FakeStripe> {
  const secretKey = 'sk_test_fake'
  const webhookSecret = 'whsec_fake'
  const account = createStripeAccount(now)
  const requests: FakeStripe['requests'] = []
  const answered = new Map<string, { sent: string; status: number; body: string }>()
  let faults: Fault[] = []
  const holds: { path: string; done(body: string): void; released: Promise<void> }[] = []

  function answer(method: string, path: string, form: Form): { status: number; body: string } {
    const fault = faults.find(
      (one) => one.times > 0 && (path.startsWith(one.path) || `${method} ${path}`.startsWith(one.path)),
    )
    if (fault !== undefined && fault.status !== 'hang') {
      fault.times -= 1
      return { status: fault.status, body: refusalOf(fault.status, fault.status === 402 ? 'card_declined' : 'failed') }
    }
    try {
      return { status: 200, body: JSON.stringify(account.handle(method, path, form)) }
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      return { status: error.status, body: refusalOf(error.status, error.code) }
    }
  }

  async function holdBack(path: string, body: string): Promise<void> {
    const index = holds.findIndex((one) => path.startsWith(one.path))
    if (index < 0) return
    const [held] = holds.splice(index, 1)
    held?.done(body)
    await held?.released
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake', ...headers }).end(body)
    const text = await textOf(request)
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const method = request.method ?? 'GET'
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return void send(401, refusalOf(401, 'api_key_invalid'))
    if (method === 'POST' && !request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return void send(400, refusalOf(400, 'content_type'))
    const form = readForm(method === 'GET' ? query : text)
    const key = request.headers['idempotency-key']?.toString()
    requests.push({ method, path, form, key })
    const hanging = faults.find(
      ({ path: start, status, times }) => times > 0 && status === 'hang' && path.startsWith(start),
    )
    if (hanging !== undefined) {
      hanging.times -= 1
      return
    }
    if (key === undefined || method === 'GET') {
      const { status, body } = answer(method, path, form)
      await holdBack(path, body)
      return void send(status, body)
    }
    const sent = JSON.stringify([method, path, form])
    const earlier = answered.get(key)
    if (earlier !== undefined && earlier.sent !== sent)
      return void send(400, refusalOf(400, 'idempotency_key_in_use', 'idempotency_error'))
    if (earlier !== undefined) return void send(earlier.status, earlier.body, { 'idempotent-replayed': 'true' })
    const made = answer(method, path, form)
    // Stripe stores every answer under its idempotency key, also an error. A request that is refused with 429 was not
    // begun, so its answer is not stored.
    if (made.status !== 429) answered.set(key, { sent, ...made })
    await holdBack(path, made.body)
    send(made.status, made.body)
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    secretKey,
    webhookSecret,
    account,
    requests,
    fail(path, status, times = Number.POSITIVE_INFINITY) {
      faults.push({ path, status, times })
    },
    hold(path) {
      const done = Promise.withResolvers<string>()
      const released = Promise.withResolvers<void>()
      holds.push({ path, done: done.resolve, released: released.promise })
      return { done: done.promise, release: released.resolve }
    },
    mend() {
      faults = []
      server.closeAllConnections()
    },
    async deliver(url, events = account.events.splice(0)) {
      const statuses: number[] = []
      for (const event of events) {
        const body = JSON.stringify(event)
        const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, webhookSecret) }
        statuses.push((await fetch(`${url}/api/stripe/webhook`, { method: 'POST', headers, body })).status)
      }
      return statuses
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections()
        server.close((error) => (error === undefined ? resolve() : reject(error)))
      }),
  }
}
