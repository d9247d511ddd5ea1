import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerEndpoints, frameBindingHeader } from '../../lib/contracts/index.ts'
import { asking } from '../server/administrator.ts'
import { refusal } from '../server/ask.ts'
import { oneSentenceEngine } from '../server/one-sentence-engine.ts'
import { bearing, good, keying, newPartner, type Partner, tokenOf } from '../server/partner.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'

let server: TestServer
let clinic: Partner
let thief: Partner
beforeAll(async () => {
  server = await startTestServer({ deps: { speech: { engine: oneSentenceEngine(), message: null } } })
  clinic = await newPartner(server)
  thief = await newPartner(server)
})
afterAll(() => server.close())

const identity = { customerIdentifier: 'clinic', userIdentifier: 'ana', scope: 'embed' }
const issue = async (key: string, other: object = {}): Promise<string> =>
  good(await keying(server, key)('POST /api/key/token/authenticate', { ...identity, ...other })).token
const bindingOf = async (token: string): Promise<string> =>
  good(await bearing(server, token)('GET /api/customer/config')).binding
const submit = (token: string, binding: string, text = 'Slept well.') =>
  bearing(server, token)('POST /api/customer/transcript/submit/text', { text }, { [frameBindingHeader]: binding })
const keptBy = async (key: string, customer: string): Promise<number> =>
  good(await bearing(server, await tokenOf(server, key, customer))('GET /api/customer/transcript')).total

test.each<[string, () => Promise<string>]>([
  ['of the organisation of a thief', () => issue(thief.live)],
  ['of another customer', () => issue(clinic.live, { customerIdentifier: 'practice' })],
  ['of another user', () => issue(clinic.live, { userIdentifier: 'ben' })],
  ['of no user', () => issue(clinic.live, { userIdentifier: undefined })],
  ['of the sandbox', () => issue(clinic.test)],
  ['with the scope that gives the text to the page', () => issue(clinic.live, { scope: 'embed-text' })],
  ['with the scope that reads transcripts', () => issue(clinic.live, { scope: 'all' })],
])('a frame that renews its token with one %s makes no call, and nothing is stored', async (_, other) => {
  const token = await issue(clinic.live)
  const binding = await bindingOf(token)
  const foreign = await other()
  const spaces = [
    [clinic.live, 'clinic'],
    [clinic.live, 'practice'],
    [clinic.test, 'clinic'],
    [thief.live, 'clinic'],
  ] as const
  const count = () => Promise.all(spaces.map(([key, customer]) => keptBy(key, customer)))
  const before = await count()
  for (const { method, path } of Object.values(customerEndpoints).filter(({ embed }) => embed)) {
    const call = bearing(server, foreign)
    const answer = await call(`${method} /api${path}`, method === 'GET' ? undefined : {}, {
      [frameBindingHeader]: binding,
      origin: server.url,
    })
    expect([path, ...refusal(answer)]).toEqual([path, 403, 'other_binding'])
  }
  expect(refusal(await submit(foreign, binding))).toEqual([403, 'other_binding'])
  expect(await count()).toEqual(before)
})

test('a binding that was taken from a frame opens nothing: the call still needs a token of the same binding', async () => {
  const binding = await bindingOf(await issue(clinic.live))
  expect(refusal(await submit(await issue(thief.live), binding))).toEqual([403, 'other_binding'])
  expect(refusal(await submit(`ct_${binding}`, binding))).toEqual([401, 'session_ended'])
  expect(binding).not.toContain(clinic.accessId)
})

test('a renewal for the same customer, user and scope works, also after the organisation has replaced its key', async () => {
  const first = await issue(clinic.live)
  const binding = await bindingOf(first)
  const { key } = good(
    await asking(server, clinic.owner)(`POST /api/user/access/keys/add/${clinic.accessId}`, {
      name: 'New',
      test: false,
    }),
  )
  for (const token of [await issue(clinic.live), await issue(key)]) {
    expect(await bindingOf(token)).toBe(binding)
    good(await submit(token, binding))
  }
  expect(refusal(await submit(first, 'x'))).toEqual([403, 'other_binding'])
})
