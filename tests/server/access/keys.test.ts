import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../../lib/contracts/index.ts'
import { embeddedWriter } from '../../../server/generation/index.ts'
import { createScriptedEngine } from '../../../server/providers/speech/scripted.ts'
import { accessKeys, customerTokens, transcriptFiles, transcripts } from '../../../server/store/schema/index.ts'
import { asking, someone } from '../administrator.ts'
import { smallLayout } from '../ask.ts'
import { bearing, good, newPartner, type Partner, tokenOf } from '../partner.ts'
import { stating } from '../scripted-writer.ts'
import { startTestServer, type TestServer } from '../start-server.ts'
import { statesOf } from './world.ts'

/**
 * Both developer organisations and the sandbox use the same identifiers for customer and user, so the tests notice if
 * the server mixes up their rows.
 */
const [customer, user] = ['clinic', 'nurse']
const said = 'Speaker 0: How do you sleep?\nSpeaker 1: I sleep well again.'

let server: TestServer
let partner: Partner
let other: Partner
/**
 * `token` is the customer token of the owner of the `Things`. The lists contain credentials with which a caller must
 * not reach the rows of this owner.
 */
let token: string
let otherTokens: string[]
let invalidKeys: string[]
let invalidTokens: string[]

beforeAll(async () => {
  const speech = { engine: createScriptedEngine([]), message: null }
  server = await startTestServer({ deps: { generate: stating, writers: () => embeddedWriter, speech } })
  ;[partner, other] = [await newPartner(server), await newPartner(server)]
  token = await tokenOf(server, partner.live, customer, user)
  otherTokens = [
    await tokenOf(server, partner.live, customer, 'doctor'),
    await tokenOf(server, partner.live, 'other clinic', user),
    await tokenOf(server, partner.test, customer, user),
    await tokenOf(server, other.live, customer, user),
  ]
  const expired = await newPartner(server)
  const removed = await newPartner(server)
  const tokens = [await tokenOf(server, expired.live, customer), await tokenOf(server, removed.live, customer)]
  const { database } = server.store
  const past = new Date(Date.now() - 1000)
  await database.update(accessKeys).set({ expiresAt: past }).where(eq(accessKeys.accessId, expired.accessId))
  const call = asking(server, removed.owner)
  for (const { keyId } of good(await call(`GET /api/user/access/keys/list/${removed.accessId}`)).items)
    good(await call(`DELETE /api/user/access/keys/remove/${removed.accessId}/${keyId}`))
  const spent = await newPartner(server)
  tokens.push(await tokenOf(server, spent.live, customer))
  await database
    .update(customerTokens)
    .set({ expiresAt: past })
    .where(eq(customerTokens.customerId, await customerIdOf(spent)))
  const stranger = await someone(server)
  const unknown = `ck_live_${'x'.repeat(43)}`
  invalidKeys = [
    unknown,
    expired.live,
    removed.live,
    removed.test,
    token,
    stranger.token,
    partner.owner.token,
    'ck_',
    '',
  ]
  invalidTokens = [`ct_${'x'.repeat(43)}`, ...tokens, partner.live, stranger.token, partner.owner.token, '']
})
afterAll(() => server.close())

/**
 * The ids of what the tests have created for the owner: a template, a transcript and an output. Each of these rows
 * contains `canary`. An answer to another caller must not contain it.
 */
interface Things {
  canary: string
  template: string
  transcript: string
  output: string
  ids: string[]
}

async function customerIdOf({ accessId }: Partner): Promise<string> {
  const { rows } = await server.store.database.execute<{ id: string }>(
    `select id from customers where access_id = '${accessId}' and identifier = '${customer}' and not test`,
  )
  return rows[0]?.id ?? ''
}

/** Returns the id of the customer user that owns the `Things`. */
async function userId(): Promise<string> {
  const { rows } = await server.store.database.execute<{ id: string }>(
    `select id from customer_users where customer_id = '${await customerIdOf(partner)}' and identifier = '${user}'`,
  )
  return rows[0]?.id ?? ''
}

async function makeThings(): Promise<Things> {
  const call = bearing(server, token)
  const canary = `canary-${randomUUID()}`
  const [template, transcript, output] = [`t-${canary}`, `s-${canary}`, `o-${canary}`]
  const made = [
    good(await call('POST /api/customer/template', { ...smallLayout, name: canary, templateIdentifier: template })),
    good(
      await call('POST /api/customer/transcript/submit/text', {
        text: `${said} ${canary}`,
        title: canary,
        transcriptIdentifier: transcript,
      }),
    ),
    good(
      await call('POST /api/customer/output/generate?wait=30', {
        templateIdentifier: template,
        transcriptIdentifier: transcript,
        outputIdentifier: output,
        description: canary,
        title: canary,
      }),
    ),
  ]
  return { canary, template, transcript, output, ids: made.map(({ id }) => id as string) }
}

interface Case {
  params?: (things: Things) => Record<string, string>
  query?: (things: Things) => Record<string, string>
  body?: (things: Things) => object
  form?: boolean
  /** True if the request names a thing of the owner, so that everybody else is refused. */
  foreign?: boolean
  /** Brings a thing of the owner into the state in which the call succeeds. */
  prepare?: (things: Things) => Promise<unknown>
}

const named = { customer_id: customer, user_id: user }
const template = { params: ({ template }: Things) => ({ templateIdentifier: template }), foreign: true }
const transcript = { params: ({ transcript }: Things) => ({ transcriptIdentifier: transcript }), foreign: true }
const output = { params: ({ output }: Things) => ({ outputIdentifier: output }), foreign: true }
const byId = (of: 'template' | 'transcript' | 'output') => ({
  params: (things: Things) => ({ id: things[of] }),
  query: () => named,
  foreign: true,
})
const list = { query: () => named }
const generate = ({ template, transcript }: Things) => ({
  templateIdentifier: template,
  transcriptIdentifier: transcript,
})
const example = {
  context: {},
  transcript: said,
  template: { name: 'Note', instructions: '', fields: smallLayout.fields },
  outputs: [],
}
const log = { body: () => ({ message: 'The microphone was refused.' }) }
const ofToken = { body: () => ({ token }), foreign: true }
const authenticate = { body: () => ({ customerIdentifier: customer, userIdentifier: user }) }

type Names = keyof typeof endpoints.keys | keyof typeof endpoints.customer | keyof typeof endpoints.bearer

/** Every call of keys and customers. A call without an entry is a compile error. */
const cases: Record<Names, Case> = {
  verifyKey: {},
  rateKey: { body: () => ({ type: 'output' }) },
  meterKey: { body: () => ({ type: 'output' }) },
  authenticateToken: authenticate,
  verifyCustomerToken: ofToken,
  rateToken: ofToken,
  meterToken: ofToken,

  logInfo: log,
  logWarn: log,
  logError: log,
  getCustomerConfig: {},
  listCustomerTemplates: {},
  getCustomerTemplate: template,
  submitCustomerTemplate: { body: () => smallLayout },
  generateCustomerExample: { body: () => example },
  generateCustomerFields: { body: () => ({ input: 'Mood and sleep.' }) },
  createCustomerTicket: {},
  listCustomerTranscripts: {},
  getCustomerTranscript: transcript,
  submitCustomerText: { body: () => ({ text: said }) },
  submitCustomerFile: { form: true },
  changeCustomerTranscript: { ...transcript, body: () => ({ title: 'Renamed' }) },
  listCustomerOutputs: {},
  generateCustomerOutput: { body: generate, foreign: true },
  getCustomerOutput: output,
  editCustomerOutput: { ...output, body: () => ({ description: 'Changed' }) },

  generateOutput: { body: (things) => ({ ...named, ...generate(things) }), foreign: true },
  getOutput: byId('output'),
  listOutputs: list,
  deleteOutput: byId('output'),
  editOutput: { ...byId('output'), body: () => ({ description: 'Changed' }) },
  submitTemplate: { body: () => ({ ...named, ...smallLayout }) },
  getTemplate: byId('template'),
  listTemplates: list,
  deleteTemplate: byId('template'),
  submitTranscript: { body: () => ({ ...named, text: said }) },
  submitFile: { form: true, ...list },
  retryFile: {
    ...byId('transcript'),
    async prepare({ ids: [, id = ''] }) {
      await server.store.database.update(transcripts).set({ status: 'failed' }).where(eq(transcripts.id, id))
      await server.store.database.insert(transcriptFiles).values({ id, kind: 'wav', status: 'stored' })
    },
  },
  getSubmittedTranscript: byId('transcript'),
  listSubmittedTranscripts: list,
  deleteSubmittedTranscript: byId('transcript'),
  authenticateCustomer: authenticate,
  verifyCustomer: ofToken,
}

async function call(endpoint: Endpoint, made: Case, things: Things, credential: string | null) {
  const params = made.params?.(things) ?? {}
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const body = made.body?.(things)
  const form = new FormData()
  form.set('file', new Blob([said]))
  const inHeader: Record<string, string> =
    endpoint.audience === 'key' ? { key: credential ?? '' } : { authorization: `Bearer ${credential}` }
  const response = await fetch(`${server.url}/api${path}?${new URLSearchParams(made.query?.(things))}`, {
    method: endpoint.method,
    headers: {
      ...(credential === null ? {} : inHeader),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(made.form === true ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

/**
 * The state of every table, without the two tables in which each call of a key counts its use and stores its time.
 */
async function state(...mentioned: string[]) {
  const { access_days: _, access_keys: __, ...rest } = await statesOf(server, ...mentioned)
  return rest
}

/** Waits until no job works on an output any more. */
async function settled() {
  await expect
    .poll(async () => {
      const { rows } = await server.store.database.execute("select 1 from outputs where status = 'generating'")
      return rows.length
    })
    .toBe(0)
}

const groups: Record<string, Endpoint>[] = [endpoints.keys, endpoints.customer, endpoints.bearer]
const all = groups.flatMap((group) => Object.entries(group))

describe.each(all)('%s', (name, endpoint) => {
  const made = cases[name as Names]
  const isOfCustomer = endpoint.audience === 'customer'
  let things: Things
  beforeAll(async () => {
    things = await makeThings()
  })

  test('is refused without a valid credential, and changes nothing', async () => {
    const before = await state()
    for (const credential of [null, ...(isOfCustomer ? invalidTokens : invalidKeys)])
      expect([credential, (await call(endpoint, made, things, credential)).status]).toEqual([credential, 401])
    expect(await state()).toEqual(before)
  })

  test('shows and changes nothing of the owner for others: organisations, customers, users, the sandbox', async () => {
    // If nothing of the owner is mentioned in the call, it may change the rows of the caller.
    const isRefused = made.foreign === true
    const mentioned = isRefused ? [] : [await userId(), ...things.ids]
    const before = await state(...mentioned)
    for (const credential of isOfCustomer ? otherTokens : [other.live, other.test, partner.test]) {
      const { status, text } = await call(endpoint, made, things, credential)
      expect(text).not.toContain(things.canary)
      if (isRefused) expect([name, status, JSON.parse(text).code]).toEqual([name, 404, 'not_found'])
      expect(await state(...mentioned)).toEqual(before)
      await settled()
    }
  })

  test('succeeds for the owner', async () => {
    await made.prepare?.(things)
    const { status, text } = await call(endpoint, made, things, isOfCustomer ? token : partner.live)
    expect([name, status, status < 300 ? '' : text]).toEqual([name, endpoint.status, ''])
    await settled()
  })
})
