import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { type Audience, allEndpoints, type Endpoint, errorBody } from '../../lib/contracts/index.ts'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { embeddedWriter } from '../../server/generation/index.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { errorsOf } from '../../server/routes/schema.ts'
import { startFakeStripe } from '../fakes/stripe-server.ts'
import { makeOwned, makeWorld } from '../server/access/world.ts'
import { ask } from '../server/ask.ts'
import { stripeSettings } from '../server/billing.ts'
import { newPartner, tokenOf } from '../server/partner.ts'
import { stating } from '../server/scripted-writer.ts'
import { startTestServer } from '../server/start-server.ts'
import type { Surface } from './surface.ts'
import { valuesOf } from './values.ts'

/** In ms: a request that takes longer counts as hanging. */
const hangMs = 60_000
/** In ms: a call of somebody else that takes longer while the requests run counts as slowed down. */
const slowMs = 10_000
/** How many requests are sent at the same time. */
const requestsAtOnce = 40

/** What is done to the text of a body before it is sent. Texts are replaced first, because most bodies have one. */
const damages = {
  none: (json: string) => json,
  cut: (json: string) => json.slice(0, -1),
  deep: (json: string) => json.replace(/"[^"]*"(?=[,}\]])/, '['.repeat(50_000) + ']'.repeat(50_000)),
  long: (json: string) => json.replace(/"[^"]*"(?=[,}\]])/, `"${'x'.repeat(300_000)}"`),
  many: (json: string) => json.replace(/"[^"]*"(?=[,}\]])/, `[${'0,'.repeat(100_000)}0]`),
  twice: (json: string) => json.replace(/^\{("[^"]*":)/, '{$1null,$1'),
} as const
type Damage = keyof typeof damages

/** A request before the names of rows are replaced by their ids. */
interface Draft {
  /** Method and path of the endpoint. */
  call: string
  params: unknown
  query: unknown
  body: unknown
  caller: Audience
  damage: Damage
  idempotencyKey: string | null
}

interface Callers {
  /** The headers with which each audience calls. */
  credentials: Record<Audience, Record<string, string>>
  /** Ids of existing rows, by the names that drafts use for them. */
  rows: Map<string, string>
}

const callOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpointsByCall = new Map(allEndpoints.map((endpoint) => [callOf(endpoint), endpoint]))
/** True for calls that can end the session or the account of their caller. */
const isLast = ({ path, method }: Endpoint) =>
  /logout|session|password/.test(path) || (method === 'DELETE' && path.startsWith('/user/account'))

const otherAudience = fc.constantFrom<Audience>('public', 'user', 'admin', 'key', 'customer', 'bearer')

/** Requests to one endpoint, as its contract describes them, mostly with the right credential. */
function draftsOf(endpoint: Endpoint, known: readonly string[]): fc.Arbitrary<Draft> {
  return fc.record({
    call: fc.constant(callOf(endpoint)),
    params: endpoint.params ? valuesOf(endpoint.params, known) : fc.constant({}),
    query: endpoint.query ? valuesOf(endpoint.query, known) : fc.constant({}),
    body: endpoint.body ? valuesOf(endpoint.body, known) : fc.jsonValue({ maxDepth: 2 }),
    caller: fc.oneof(
      { weight: 12, arbitrary: fc.constant(endpoint.audience) },
      { weight: 1, arbitrary: otherAudience },
    ),
    damage: fc.oneof(
      { weight: 19, arbitrary: fc.constant<Damage>('none') },
      { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(damages) as Damage[])) },
    ),
    idempotencyKey: fc.option(fc.uuid()),
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
const partsOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.entries(value) : [])
const rowName = (name: string) => `<<${name}>>`

/** Puts the ids of rows in the place of their names. */
const withRows = (draft: Draft, rows: Map<string, string>) =>
  JSON.parse(
    JSON.stringify(draft).replace(/<<(\w+)>>/g, (name, key: string) =>
      JSON.stringify(rows.get(key) ?? name).slice(1, -1),
    ),
  ) as Draft

function requestOf(draft: Draft, endpoint: Endpoint, { credentials, rows }: Callers) {
  const { params, query, body, caller, damage, idempotencyKey } = withRows(draft, rows)
  const values = new Map(partsOf(params).map(([key, value]) => [key, textOf(value)]))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(values.get(key) || textOf(params).slice(0, 200) || 'x'),
  )
  const search = new URLSearchParams(partsOf(query).map(([key, value]) => [key, textOf(value)])).toString()
  const url = `/api${path}${search === '' ? '' : `?${search}`}`
  const headers = {
    ...credentials[caller],
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
  }
  const { method } = endpoint
  if (method === 'GET') return { url, init: { method, headers } }
  if (endpoint.kind === 'multipart') {
    const form = new FormData()
    for (const [key, value] of partsOf(body)) form.append(key.toWellFormed(), textOf(value))
    const name = textOf(partsOf(body)[0]?.[0] ?? 'visit.txt').slice(0, 100)
    form.append('file', new Blob([textOf(body)]), name)
    return { url, init: { method, headers, body: form } }
  }
  const json = damages[damage](JSON.stringify(body) ?? '')
  return { url, init: { method, headers: { ...headers, 'content-type': 'application/json' }, body: json } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns what is wrong with the answer, or null. */
async function faultIn(response: Response, endpoint: Endpoint): Promise<string | null> {
  if (response.ok && endpoint.kind === 'events') {
    // Do not read an event stream to its end. It ends only when its note is written, which may never happen.
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
  return `answered ${code}, which is not documented`
}

/**
 * Every HTTP call, many at the same time. Each answer must be documented, and a call of somebody else must get its answer
 * meanwhile (product 7.17).
 */
export async function openCalls(): Promise<Surface<Draft[]>> {
  const stripe = await startFakeStripe(() => new Date())
  const server = await startTestServer({
    env: stripeSettings(stripe),
    deps: {
      generate: stating,
      speech: { engine: createScriptedEngine([]), message: null },
      writers: () => embeddedWriter,
      attempts: { ...attemptLimits, strangerCallsPerMinute: 1e9, expensivePerPerson: 1e9, expensivePerAccess: 1e9 },
    },
  })

  async function makeCallers(): Promise<Callers & { token: string }> {
    const world = await makeWorld(server, stripe)
    const owned = await makeOwned(world)
    const partner = await newPartner(server)
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    return {
      token: world.owner.token,
      credentials: {
        public: {},
        user: bearer(world.owner.token),
        admin: bearer(world.administrator.token),
        key: { key: partner.live },
        customer: bearer(await tokenOf(server, partner.live, 'clinic', 'nurse')),
        reseller: bearer(world.owner.token),
        bearer: bearer(partner.live),
      },
      rows: new Map(
        Object.entries({ ...owned, ownerEmail: world.owner.email, outsiderEmail: world.outsider.email }).flatMap(
          ([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []),
        ),
      ),
    }
  }

  let callers = await makeCallers()
  const sent = { all: 0, successful: 0 }
  const known = ['clinic', 'nurse', ...[...callers.rows.keys()].map(rowName)]
  const oneOf = (endpoints: readonly Endpoint[]) => fc.oneof(...endpoints.map((endpoint) => draftsOf(endpoint, known)))
  const draft = fc.oneof(
    { weight: 2_000, arbitrary: oneOf(allEndpoints.filter((endpoint) => !isLast(endpoint))) },
    { weight: 1, arbitrary: oneOf(allEndpoints.filter(isLast)) },
  )

  async function send(draft: Draft): Promise<void> {
    const endpoint = endpointsByCall.get(draft.call)
    if (endpoint === undefined) return
    const { url, init } = requestOf(draft, endpoint, callers)
    const response = await fetch(`${server.url}${url}`, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(hangMs),
    }).catch((error: unknown) => {
      throw new Error(`${draft.call} failed: ${String(error)}`)
    })
    sent.all += 1
    if (response.ok) sent.successful += 1
    const fault = await faultIn(response, endpoint)
    if (fault !== null) throw new Error(`${draft.call} ${fault}`)
  }

  return {
    inputs: fc.array(draft, { minLength: 1, maxLength: requestsAtOnce, size: 'max' }),
    async attempt(drafts) {
      const answers = Promise.all(drafts.map(send))
      const honest = Promise.race([
        ask(server.url, 'GET /api'),
        pause(slowMs).then(() => {
          throw new Error('An honest call got no answer meanwhile.')
        }),
      ])
      const [, { status }] = await Promise.all([answers, honest])
      if (status !== 200) throw new Error(`An honest call got the status ${status}.`)
      // The requests may have ended the session of their caller. Then most further answers would be 401.
      if ((await ask(server.url, 'GET /api/user/account', { token: callers.token })).status !== 200)
        callers = await makeCallers()
    },
    demandReached() {
      if (sent.successful < sent.all / 20) throw new Error(`Only ${sent.successful} of ${sent.all} calls succeeded.`)
    },
    async close() {
      await server.close()
      await stripe.close()
    },
  }
}
