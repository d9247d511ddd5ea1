import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Audience, allEndpoints, type Endpoint, errorBody } from '../../../lib/contracts/index.ts'
import { attemptLimits } from '../../../server/auth/attempt-limits.ts'
import { embeddedWriter } from '../../../server/generation/index.ts'
import { createScriptedEngine } from '../../../server/providers/speech/scripted.ts'
import { errorsOf } from '../../../server/routes/schema.ts'
import { casesOf } from '../../exhaustive.ts'
import { type FakeStripe, startFakeStripe } from '../../fakes/stripe-server.ts'
import { makeOwned, makeWorld } from '../access/world.ts'
import { ask } from '../ask.ts'
import { stripeSettings } from '../billing.ts'
import { newPartner, tokenOf } from '../partner.ts'
import { stating } from '../scripted-writer.ts'
import { startTestServer, type TestServer } from '../start-server.ts'
import { valuesOf } from './values.ts'

/** Number of requests (product 7.17). `FUZZ_REQUESTS=100000` sends more, in about half an hour. */
const total = Number(process.env.FUZZ_REQUESTS ?? casesOf('fuzz', 4_000))
const seed = Number(process.env.FUZZ_SEED ?? 1)
/**
 * Number of requests that use the same accounts and rows. Requests may delete accounts and rows, so new ones are
 * created after this number of requests.
 */
const perWorld = 1_000
const atOnce = 16
/** In ms: a request that takes longer than this counts as hanging. */
const hangMs = 60_000

let server: TestServer
let stripe: FakeStripe
beforeAll(async () => {
  stripe = await startFakeStripe(() => new Date())
  server = await startTestServer({
    env: stripeSettings(stripe),
    deps: {
      generate: stating,
      speech: { engine: createScriptedEngine([]), message: null },
      writers: () => embeddedWriter,
      attempts: { ...attemptLimits, strangerCallsPerMinute: 1e9, expensivePerPerson: 1e9, expensivePerAccess: 1e9 },
    },
  })
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

interface Callers {
  /** The headers with which each audience calls. */
  credentials: Record<Audience, Record<string, string>>
  /** Ids and names of existing rows. */
  known: string[]
}

async function makeCallers(): Promise<Callers> {
  const world = await makeWorld(server, stripe)
  const owned = await makeOwned(world)
  const partner = await newPartner(server)
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  return {
    credentials: {
      public: {},
      user: bearer(world.owner.token),
      admin: bearer(world.administrator.token),
      key: { key: partner.live },
      customer: bearer(await tokenOf(server, partner.live, 'clinic', 'nurse')),
      reseller: bearer(world.owner.token),
      bearer: bearer(partner.live),
    },
    known: [
      'clinic',
      'nurse',
      world.owner.email,
      world.outsider.email,
      ...Object.values(owned).filter((value) => typeof value === 'string'),
    ],
  }
}

interface FuzzedRequest {
  endpoint: Endpoint
  path: string
  init: { method: string; headers: Record<string, string>; body?: string | FormData }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
const partsOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.entries(value) : [])

const otherAudience = fc.constantFrom<Audience>('public', 'user', 'admin', 'key', 'customer', 'bearer')

/** Requests to one endpoint: path, query, headers and body from its contract, mostly with the right credential. */
function requestsTo(endpoint: Endpoint, { credentials, known }: Callers): fc.Arbitrary<FuzzedRequest> {
  const none = fc.constant({})
  const shapes = {
    params: endpoint.params ? valuesOf(endpoint.params, known) : none,
    query: endpoint.query ? valuesOf(endpoint.query, known) : none,
    body: endpoint.body ? valuesOf(endpoint.body, known) : fc.jsonValue({ maxDepth: 2 }),
    caller: fc.oneof(
      { weight: 12, arbitrary: fc.constant(endpoint.audience) },
      { weight: 1, arbitrary: otherAudience },
    ),
    isBroken: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
    idempotencyKey: fc.option(fc.uuid()),
  }
  return fc.record(shapes).map(({ params, query, body, caller, isBroken, idempotencyKey }) => {
    const given = new Map(partsOf(params).map(([key, value]) => [key, textOf(value)]))
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(given.get(key) || textOf(params).slice(0, 200) || 'x'),
    )
    const search = new URLSearchParams(partsOf(query).map(([key, value]) => [key, textOf(value)])).toString()
    const headers = {
      ...credentials[caller],
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    }
    const method = endpoint.method
    const url = `/api${path}${search === '' ? '' : `?${search}`}`
    if (method === 'GET') return { endpoint, path: url, init: { method, headers } }
    if (endpoint.kind === 'multipart') {
      const form = new FormData()
      for (const [key, value] of partsOf(body)) form.append(key.toWellFormed(), textOf(value))
      const name = textOf(partsOf(body)[0]?.[0] ?? 'visit.txt').slice(0, 100)
      form.append('file', new Blob([textOf(body)]), name)
      return { endpoint, path: url, init: { method, headers, body: form } }
    }
    const json = JSON.stringify(body) ?? ''
    return {
      endpoint,
      path: url,
      init: {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: isBroken ? json.slice(0, -1) : json,
      },
    }
  })
}

/** Sends a request. Returns what is wrong with the answer, or null. */
async function faultOf({ endpoint, path, init }: FuzzedRequest, statuses: Map<number, number>): Promise<string | null> {
  const response = await fetch(`${server.url}${path}`, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(hangMs),
  })
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  if (response.ok && endpoint.kind === 'events') {
    // Do not read an event stream to its end. The stream ends only when its note is written, and the note may never be
    // written.
    await response.body?.cancel()
    return null
  }
  const text = await response.text()
  if (response.status < 400) return null
  const body = errorBody.safeParse(parsed(text))
  if (!body.success) return `answered ${response.status} without an error of the contract`
  const { code } = body.data
  // With some random path parameters, no route matches the path.
  if (code === 'no_such_call' || (code !== 'internal' && errorsOf(endpoint).includes(code))) return null
  return `answered ${response.status} ${code}, which is not documented`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What was seen while requests were sent: the number of each status, and one request for each fault. */
interface Seen {
  statuses: Map<number, number>
  faults: Map<string, string>
}

/** Sends these requests, several at a time. */
async function send(requests: readonly FuzzedRequest[], { statuses, faults }: Seen): Promise<void> {
  const queue = [...requests]
  const client = async () => {
    for (let request = queue.pop(); request !== undefined; request = queue.pop()) {
      const { endpoint, path, init } = request
      const fault = await faultOf(request, statuses).catch((error: unknown) => `failed: ${String(error)}`)
      if (fault === null) continue
      const sent = `${path} ${typeof init.body === 'string' ? init.body : ''}`
      faults.set(`${endpoint.method} ${endpoint.path} ${fault}`, sent.slice(0, 600))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
}

/** True for calls that can end the session or the account of their caller. */
const isLast = ({ endpoint: { path, method } }: FuzzedRequest) =>
  /logout|session|password/.test(path) || (method === 'DELETE' && path.startsWith('/user/account'))

test(
  `${total} requests from the contracts get documented answers`,
  async () => {
    const seen: Seen = { statuses: new Map(), faults: new Map() }
    const heapMb: number[] = []
    const each = Math.ceil(perWorld / allEndpoints.length)
    for (let sent = 0; sent < total; sent += each * allEndpoints.length) {
      const callers = await makeCallers()
      const requests = allEndpoints.flatMap((endpoint, index) =>
        fc.sample(requestsTo(endpoint, callers), { numRuns: each, seed: seed + sent + index }),
      )
      // Send the requests in random order, so that a request also gets rows that other requests have changed.
      const shuffled = fc.shuffledSubarray(requests, { minLength: requests.length })
      const [mixed = []] = fc.sample(shuffled, { numRuns: 1, seed: seed + sent })
      // Send the calls that can end a session or an account last. Otherwise most answers would be 401, and exports
      // would break off because their account is deleted.
      await send(
        mixed.filter((request) => !isLast(request)),
        seen,
      )
      await send(mixed.filter(isLast), seen)
      heapMb.push(Math.round(process.memoryUsage().heapUsed / 2 ** 20))
    }
    const counts = [...seen.statuses].sort(([one], [two]) => one - two)
    console.log(
      `Answers: ${counts.map(([status, n]) => `${status}: ${n}`).join(', ')}. Heap in MB: ${heapMb.join(' ')}.`,
    )
    expect(Object.fromEntries(seen.faults)).toEqual({})
    // Random requests must also reach the services, or the test would only see refusals.
    expect(seen.statuses.get(200) ?? 0).toBeGreaterThan(total / 20)
    expect((await ask(server.url, 'GET /api')).status).toBe(200)
  },
  10 * 60_000 + total * 20,
)
