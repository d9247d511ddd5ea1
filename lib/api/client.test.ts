import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from '../contracts/index.ts'
import { ApiError } from './api-error.ts'
import { type Client, createClient } from './client.ts'

const call = (method: Endpoint['method']) =>
  endpoint({
    method,
    path: '/things/{name}',
    audience: 'user',
    summary: 'A thing.',
    params: z.strictObject({ name: z.string() }),
    query: z.strictObject({ search: z.string().optional() }),
    response: z.object({ ok: z.boolean() }),
  })
const input = { params: { name: 'a b' }, query: {} }

type Answer = (request: IncomingMessage, response: ServerResponse) => void
let answers: Answer[] = []
let seen: IncomingMessage[] = []
let baseUrl = ''
let client: Client
const server = createServer((request, response) => {
  seen.push(request)
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  answer?.(request, response)
})

const json = (status: number, body: unknown): Answer => {
  return (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

beforeEach(async () => {
  answers = []
  seen = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createClient({ baseUrl: () => baseUrl, credential: () => ({ authorization: 'Bearer t', key: '' }) })
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A client with scripted answers and a fake clock. Records when each request was made. */
function overFakeClock(statuses: number[]) {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const requests: { method: string; atMs: number }[] = []
  const scripted = createClient({
    baseUrl: () => 'http://127.0.0.1',
    credential: () => 'none',
    fetch: async (request) => {
      requests.push({ method: (request as Request).method, atMs: Date.now() })
      const status = statuses.length > 1 ? statuses.shift() : statuses[0]
      return Response.json(status === 200 ? { ok: true } : { message: 'starting' }, { status: status ?? 503 })
    },
  })
  return { requests, scripted }
}

test.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
  '%s is retried after exactly 2, 4 and 6 s on 503',
  async (method) => {
    const { requests, scripted } = overFakeClock([503])
    const failed = expect(scripted.call(call(method), input)).rejects.toThrow(
      'Request failed with status code 503 ( starting )',
    )
    await vi.advanceTimersByTimeAsync(60_000)
    await failed
    expect(requests).toEqual([0, 2000, 6000, 12_000].map((atMs) => ({ method, atMs })))
  },
)

test('a call that succeeds on the second try returns its body', async () => {
  const { requests, scripted } = overFakeClock([503, 200])
  const answered = scripted.call(call('POST'), input)
  await vi.advanceTimersByTimeAsync(2000)
  await expect(answered).resolves.toEqual({ ok: true })
  expect(requests).toHaveLength(2)
})

test.each([400, 401, 404, 408, 409, 413, 429, 500, 502, 504])('status %i is never retried', async (status) => {
  answers = [json(status, { message: 'no' })]
  await expect(client.call(call('GET'), input)).rejects.toMatchObject({ status })
  expect(seen).toHaveLength(1)
})

test.each([
  [{ msg: 'a', error: 'b' }, 'a'],
  [{ error: 'b', message: 'c' }, 'b'],
  [{ message: 'c', text: 'd' }, 'c'],
  [{ text: 'd', err: 'e' }, 'd'],
  [{ err: 'e' }, 'e'],
])('the detail of %o is %s', async (body, detail) => {
  answers = [json(400, body)]
  const error = await client.call(call('GET'), input).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message: `Request failed with status code 400 ( ${detail} )`, status: 400 })
})

test('a body that is not JSON becomes the detail unchanged', async () => {
  answers = [(_, response) => response.writeHead(502, { 'content-type': 'text/plain' }).end('bad gateway')]
  await expect(client.call(call('GET'), input)).rejects.toThrow('Request failed with status code 502 ( bad gateway )')
})

test('an error carries the answer’s status, headers, url and code', async () => {
  answers = [
    (_, response) =>
      response
        .writeHead(409, { 'content-type': 'application/json', 'x-trace': '7' })
        .end('{"message":"Changed.","code":"conflict"}'),
  ]
  const error = (await client.call(call('PUT'), input).catch((caught: unknown) => caught)) as ApiError
  expect([error.status, error.code, error.detail, error.headers.get('x-trace')]).toEqual([
    409,
    'conflict',
    'Changed.',
    '7',
  ])
  expect(error.url).toBe(`${baseUrl}/api/things/a%20b`)
})

test('a fetch that fails becomes status 503, says whether the browser is offline, and is not retried', async () => {
  answers = [(request) => request.socket.destroy()]
  await expect(client.call(call('GET'), input)).rejects.toMatchObject({
    status: 503,
    message: 'Failed to fetch ( Possible CORS Issue )',
  })
  expect(seen).toHaveLength(1)
  const offline = createClient({ baseUrl: () => baseUrl, credential: () => 'none', isOnline: () => false })
  await expect(offline.call(call('GET'), input)).rejects.toMatchObject({
    status: 503,
    message: 'No internet connection',
  })
})

test('the authorization and key headers are sent, and no cookies with them', async () => {
  answers = [json(200, { ok: true })]
  await client.call(call('GET'), input, { idempotencyKey: 'k1' })
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer t', key: '', 'idempotency-key': 'k1' })
  await createClient({ baseUrl: () => baseUrl, credential: () => 'cookie' }).call(call('GET'), input)
  expect(seen[1]?.headers).not.toHaveProperty('authorization')
  expect(seen[1]?.headers).not.toHaveProperty('key')
})

test('a call that creates something is repeated with one key of its own; another call has another key', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const keys: (string | null)[] = []
  const scripted = createClient({
    baseUrl: () => 'http://127.0.0.1',
    credential: () => 'none',
    fetch: async (request) => {
      keys.push((request as Request).headers.get('idempotency-key'))
      return Response.json({ ok: true }, { status: keys.length % 2 === 1 ? 503 : 200 })
    },
  })
  const creating = { ...call('POST'), repeatable: true }
  for (const [endpoint, given] of [
    [creating, input],
    [{ ...creating, kind: 'multipart' as const }, Object.assign({ body: new FormData() }, input)],
    [call('PUT'), input],
  ] as const) {
    const answered = scripted.call(endpoint, given)
    await vi.advanceTimersByTimeAsync(2000)
    await answered
  }
  expect(keys).toEqual([expect.any(String), keys[0], expect.any(String), keys[2], null, null])
  expect(keys[2]).not.toBe(keys[0])
})

test('an answer that does not fit its contract is rejected', async () => {
  answers = [json(200, { ok: 'yes' })]
  await expect(client.call(call('GET'), input)).rejects.toThrow('cannot read the server’s answer')
})

test('events arrive one by one, no matter how the stream is split', async () => {
  answers = [
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const part of [': hello\n\n', 'data: {"ok"', ':true}\n', '\ndata: {"ok":false}\n\n']) response.write(part)
      response.end()
    },
  ]
  const events = []
  for await (const event of client.events(call('GET'), input)) events.push(event)
  expect(events).toEqual([{ ok: true }, { ok: false }])
})

describe('every failure is an ApiError, and none contains a query', () => {
  const looked = { params: { name: 'a' }, query: { search: 'Maya Okafor' } }
  const halfJson: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"ok"', () => response.destroy())
  }
  const halfError: Answer = (_, response) => {
    response.writeHead(500, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"mess', () => response.destroy())
  }
  const halfStream: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"ok":true}\n\n', () => response.destroy())
  }
  const wrongEvent: Answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"ok":7}\n\n')
  const echo: Answer = ({ url }, response) =>
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ message: `Route GET:${url} (search=Maya Okafor) not found`, code: 'not_found' }))
  const never: Answer = () => {}
  const gone: Answer = (request) => request.socket.destroy()

  const everyEvent = async () => {
    for await (const _ of client.events(call('GET'), looked));
  }
  /** Returns everything that a log or a screen could show of an error, including its causes. */
  const everythingOf = (error: unknown): string => {
    if (!(error instanceof Error)) return String(error)
    const own = Object.getOwnPropertyNames(error).map((name) => [name, Reflect.get(error, name)])
    return `${String(error)} ${own.map(([name, value]) => `${name} ${value instanceof Error ? everythingOf(value) : value instanceof Headers ? JSON.stringify([...value]) : String(value)}`).join(' ')}`
  }

  test.each<[string, Answer, () => Promise<unknown>, number]>([
    ['no answer in time', never, () => client.call(call('GET'), looked, { timeoutMs: 50 }), 503],
    ['no answer at all', gone, () => client.call(call('GET'), looked), 503],
    ['a body that breaks off', halfJson, () => client.call(call('GET'), looked), 503],
    ['a refusal whose body breaks off', halfError, () => client.call(call('GET'), looked), 500],
    ['a refusal that repeats the address', echo, () => client.call(call('GET'), looked), 404],
    ['an answer of another form', json(200, { ok: 7 }), () => client.call(call('GET'), looked), 200],
    ['no stream', gone, everyEvent, 503],
    ['a stream that breaks off', halfStream, everyEvent, 503],
    ['an event of another form', wrongEvent, everyEvent, 200],
  ])('%s', async (_, answer, act, status) => {
    answers = [answer]
    const error = await act().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBe(status)
    if (status === 503) expect((error as ApiError).message).toBe('Failed to fetch ( Possible CORS Issue )')
    expect(everythingOf(error)).not.toMatch(/search|Maya|Okafor/)
    expect((error as ApiError).url).toBe(`${baseUrl}/api/things/a`)
  })

  test('an invalid URL', async () => {
    const wrong = createClient({ baseUrl: () => 'not an address', credential: () => 'none' })
    const error = await wrong.call(call('GET'), looked).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(everythingOf(error)).not.toMatch(/search|Maya/)
  })

  test('storage that cannot be read, which is not reported as a network failure', async () => {
    const broken = createClient({ baseUrl: () => baseUrl, credential: () => Promise.reject(new Error('Quota')) })
    const error = await broken.call(call('GET'), looked).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).offline).toBe(false)
  })

  test('an aborted call ends with the caller’s reason, before the response and during it', async () => {
    const giveUp = async (answerUntil: (response: ServerResponse, abort: () => void) => void) => {
      const abort = new AbortController()
      answers = [(_, response) => answerUntil(response, () => abort.abort(new Error('left')))]
      return client.call(call('GET'), looked, { signal: abort.signal })
    }
    await expect(giveUp((_, abort) => abort())).rejects.toThrow('left')
    const within = giveUp((response, abort) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"ok"', () => abort())
    })
    await expect(within).rejects.toThrow('left')
  })
})

describe('a client that asks before each request', () => {
  const asking = (demand: () => void) =>
    createClient({ baseUrl: () => baseUrl, credential: () => 'none', demand: () => demand() })

  test('sends nothing that is refused, and the error has the sentence for the user', async () => {
    const refusing = asking(() => {
      throw new Error('Your organisation does not allow this.')
    })
    const error = await refusing.call(call('POST'), input).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 403, detail: 'Your organisation does not allow this.' })
    expect(seen).toEqual([])
  })

  test('does not follow a redirect, about which nobody was asked', async () => {
    answers = [(_, response) => response.writeHead(307, { location: `${baseUrl}/elsewhere` }).end()]
    await expect(asking(() => undefined).call(call('GET'), input)).rejects.toBeInstanceOf(ApiError)
    expect(seen).toHaveLength(1)
  })
})

test('further headers go with each call that they are for', async () => {
  answers = [json(200, { ok: true })]
  const named = createClient({
    baseUrl: () => baseUrl,
    credential: () => 'none',
    headers: async ({ method }): Promise<Record<string, string>> =>
      method === 'GET' ? { 'seat-directory': 'north' } : {},
  })
  await named.call(call('GET'), input)
  await named.call(call('DELETE'), input)
  expect(seen.map(({ headers }) => headers['seat-directory'])).toEqual(['north', undefined])
})
