import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import { customerEndpoints, socketPath, ticketProtocolPrefix } from '../../lib/contracts/index.ts'
import { routeOf } from '../../server/routes/serve.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { asking } from './administrator.ts'
import { ask, refusal } from './ask.ts'
import { oneSentenceEngine } from './one-sentence-engine.ts'
import { bearing, fakeProofs, good, keying, newPartner, type Partner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const clinic = 'https://clinic.example'
const ticketCall = 'POST /api/customer/transcription/ticket'
let server: TestServer
let partner: Partner
const proofs = fakeProofs()
beforeAll(async () => {
  const engine = oneSentenceEngine()
  server = await startTestServer({ deps: { ...proofs.deps, speech: { engine, message: null } } })
})
afterAll(() => server.close())
beforeEach(async () => {
  partner = await newPartner(server)
  good(await change({ origins: [clinic, 'http://localhost:3000'] }))
  await proofs.prove(server, partner, clinic)
})

const change = (body: object) => asking(server, partner.owner)(`POST /api/user/access/update/${partner.accessId}`, body)
const scoped = async (scope: string, key = partner.live): Promise<string> =>
  good(await keying(server, key)('POST /api/key/token/authenticate', { customerIdentifier: 'clinic', scope })).token
const ticketFrom = async (token: string, origin?: string) =>
  bearing(server, token)(ticketCall, undefined, origin === undefined ? {} : { origin })
const connect = (ticket: string, origin?: string) =>
  connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`, { ticket, headers: origin ? { origin } : {} })

/** Tries to open the socket. Returns 101 if the server accepts the connection, or the status of the refusal. */
async function statusOf(ticket: string, origin: string): Promise<number> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${socketPath}`, [ticketProtocolPrefix + ticket], {
    headers: { origin },
  })
  const refused = once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode as number)
  const opened = once(socket, 'open').then(() => 101)
  // Ignore the error that ending a connection causes if the connection was never opened.
  socket.on('error', () => {})
  const status = await Promise.race([opened, refused])
  socket.terminate()
  return status
}

test('a member lists exact origins; anything else is refused, and the list is kept', async () => {
  for (const wrong of [
    'http://clinic.example',
    'https://clinic.example/',
    'https://*.example',
    'clinic.example',
    'null',
  ])
    expect(refusal(await change({ origins: [wrong] }))).toEqual([400, 'invalid_request'])
  expect(refusal(await change({ origins: [clinic, clinic] }))).toEqual([400, 'invalid_request'])
  const { origins } = good(await asking(server, partner.owner)(`GET /api/user/access/get/${partner.accessId}`))
  expect(origins).toEqual([clinic, 'http://localhost:3000'])
})

test('everybody may ask whether one origin is listed and proven, and learns no other', async () => {
  const listed = async (accessId: string, origin: string) =>
    good(await ask(server.url, `GET /api/access/embedding/${accessId}?origin=${encodeURIComponent(origin)}`))
  expect(await listed(partner.accessId, clinic)).toEqual({ listed: true, words: false })
  expect(await listed(partner.accessId, 'https://other.example')).toEqual({ listed: false, words: false })
  expect(await listed('00000000-0000-4000-8000-000000000000', clinic)).toEqual({ listed: false, words: false })
})

test('a page of a listed origin records for the customer, who alone finds the words; use is counted', async () => {
  const token = await tokenOf(server, partner.live, 'clinic', 'ana')
  const { ticket } = good(await ticketFrom(token, clinic))
  const start = startMessage({ channels: 1 })
  const client = connect(ticket, clinic)
  await client.send(start)
  await client.sound(4000)
  await client.send({ type: 'finish' })
  expect(await client.closed()).toBe(1000)
  const read = `GET /api/customer/transcript/${start.transactionId}`
  expect(good(await bearing(server, token)(read)).turns).toEqual(['Speaker 0: About six hours a night.'])
  const audited = `select action, access_id, customer_id, key_id from audit_entries where subject_id = '${start.transactionId}'`
  const { rows: entries } = await server.store.database.execute(audited)
  const { access_id, customer_id, key_id } = entries.find(({ action }) => action === 'transcript.record') ?? {}
  expect([access_id, customer_id, key_id]).toEqual([partner.accessId, expect.any(String), expect.any(String)])
  const other = await tokenOf(server, partner.live, 'clinic', 'ben')
  expect(refusal(await bearing(server, other)(read))).toEqual([404, 'not_found'])
  const usage = `GET /api/user/access/dashboard/get/${partner.accessId}?type=usage`
  const metered = async () =>
    good(await asking(server, partner.owner)(usage)).rows.map(({ meter, total }: { meter: string; total: number }) => [
      meter,
      total,
    ])
  await expect.poll(metered).toEqual([
    ['minute', 1],
    ['transcript', 1],
  ])
})

test('a ticket without a user continues a recording of the customer, and none of a user', async () => {
  const ofUser = await tokenOf(server, partner.live, 'clinic', 'ana')
  const ofCustomer = await tokenOf(server, partner.live, 'clinic')
  const record = async (token: string, start: ReturnType<typeof startMessage>) => {
    const client = connect(good(await ticketFrom(token)).ticket)
    await client.send(start)
    await client.sound(4000)
    await client.send({ type: 'finish' })
    return { code: await client.closed(), last: client.received.at(-1) }
  }
  const [theirs, own] = [startMessage({ channels: 1 }), startMessage({ channels: 1 })]
  const read = async () => good(await bearing(server, ofUser)(`GET /api/customer/transcript/${theirs.transactionId}`))
  expect((await record(ofUser, theirs)).code).toBe(1000)
  const before = await read()
  const refused = await record(ofCustomer, { ...theirs, terms: ['Metformin'] })
  expect([refused.code, refused.last]).toMatchObject([1008, { type: 'error', final: true }])
  expect(await read()).toEqual(before)
  expect((await record(ofCustomer, own)).code).toBe(1000)
  expect((await record(ofCustomer, own)).code).toBe(1000)
})

test('an origin that is not listed gets no ticket and no socket, and a ticket works only for its own origin, once', async () => {
  const token = await tokenOf(server, partner.live, 'clinic')
  const refused = await ticketFrom(token, 'https://other.example')
  expect(refusal(refused)).toEqual([403, 'cross_origin'])
  expect(refused.body.message).toContain('https://other.example is not allowed')
  const { ticket } = good(await ticketFrom(token, clinic))
  expect(await statusOf(ticket, 'https://other.example')).toBe(403)
  expect(await statusOf(ticket, 'http://localhost:3000')).toBe(403)
  // The origin was removed from the list after the ticket was made.
  good(await change({ origins: [] }))
  expect(await statusOf(ticket, clinic)).toBe(403)
  good(await change({ origins: [clinic] }))
  // An origin that is listed again must be proven again.
  expect(await statusOf(ticket, clinic)).toBe(403)
  await proofs.prove(server, partner, clinic)
  expect(await statusOf(ticket, clinic)).toBe(101)

  // A program that is not a browser sends no header `Origin`. It cannot use the ticket of a page.
  const program = connect(ticket)
  await program.send(startMessage({ channels: 1 }))
  await program.closed()
  expect(program.received.at(-1)).toMatchObject({ type: 'error', final: true })
  const { ticket: once } = good(await ticketFrom(token))
  const first = connect(once)
  await first.send(startMessage({ channels: 1, skipSave: true }))
  await first.until(() => first.types.includes('ready'))
  const second = connect(once)
  await second.send(startMessage({ channels: 1, skipSave: true }))
  await second.closed()
  expect(second.received.at(-1)).toMatchObject({ type: 'error', final: true })
  first.socket.terminate()
})

test('a recording ends when the key of its token is removed', async () => {
  const { items } = good(await asking(server, partner.owner)(`GET /api/user/access/keys/list/${partner.accessId}`))
  const key = items.find(({ test }: { test: boolean }) => !test)
  const token = await tokenOf(server, partner.live, 'clinic')
  const { ticket: unused } = good(await ticketFrom(token))
  const client = connect(good(await ticketFrom(token)).ticket)
  await client.send(startMessage({ channels: 1, skipSave: true }))
  await client.until(() => client.types.includes('ready'))
  good(await asking(server, partner.owner)(`DELETE /api/user/access/keys/remove/${partner.accessId}/${key.keyId}`))
  expect(await client.closed()).toBe(1008)
  const late = connect(unused)
  await late.send(startMessage({ channels: 1, skipSave: true }))
  expect(await late.closed()).toBe(1008)
})

test.each(['embed', 'embed-text'])(
  'a token with the scope %s makes only the calls of embedded parts',
  async (scope) => {
    const token = await scoped(scope)
    const calls = Object.values(customerEndpoints)
    for (const { method, path, embed } of calls) {
      const { body } = await bearing(server, token)(`${method} ${routeOf(path).replace(/:\w+/g, 'x')}`)
      // If the token allows the call, the server answers it, or refuses it for another reason, such as an invalid body.
      expect([path, body.code === 'forbidden']).toEqual([path, !embed])
    }
    expect(calls.filter(({ embed }) => embed).map(({ path }) => path)).toEqual([
      '/customer/config',
      '/customer/template/generate-example',
      '/customer/template/generate-fields',
      '/customer/transcription/ticket',
      '/customer/transcript/submit/text',
    ])
  },
)

test('with a token for embedding only our own frame listens, and nothing that is said is stored', async () => {
  const token = await scoped('embed')
  expect(refusal(await ticketFrom(token, clinic))).toEqual([403, 'cross_origin'])
  expect(refusal(await ticketFrom(token))).toEqual([403, 'cross_origin'])
  const { ticket } = good(await ticketFrom(token, server.url))
  expect(await statusOf(ticket, clinic)).toBe(403)
  const stored = connect(ticket, server.url)
  await stored.send(startMessage({ channels: 1 }))
  await stored.closed()
  expect(stored.received.at(-1)).toMatchObject({
    error: 'This token allows only dictation that is not stored. Send skipSave: true.',
    final: true,
  })
  const client = connect(good(await ticketFrom(token, server.url)).ticket, server.url)
  await client.send(startMessage({ channels: 1, skipSave: true }))
  await client.sound(4000)
  await client.send({ type: 'finish' })
  expect(await client.closed()).toBe(1000)
  expect(client.turns).toEqual(['Speaker 0: About six hours a night.'])
  const all = await tokenOf(server, partner.live, 'clinic')
  expect(good(await bearing(server, all)('GET /api/customer/transcript')).total).toBe(0)
})

test('the sandbox takes no sound, and the monthly limit of minutes stops the next recording', async () => {
  expect(refusal(await ticketFrom(await tokenOf(server, partner.test, 'clinic')))).toEqual([503, 'no_engine'])
  const small = await newPartner(server, { minute: 1 })
  const token = await tokenOf(server, small.live, 'clinic')
  const client = connect(good(await ticketFrom(token)).ticket)
  await client.send(startMessage({ channels: 1, skipSave: true }))
  await client.sound(1000)
  // This ticket is created before the only minute of the monthly limit is used up.
  const { ticket: early } = good(await ticketFrom(token))
  await client.send({ type: 'finish' })
  await client.closed()
  await expect.poll(async () => refusal(await ticketFrom(token))).toEqual([402, 'no_credit'])
  const late = connect(early)
  await late.send(startMessage({ channels: 1, skipSave: true }))
  expect(await late.closed()).toBe(1008)
  expect(late.received.at(-1)).toMatchObject({
    error: expect.stringContaining('monthly limit of minutes'),
    final: true,
  })
})
