import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, endpoints, socketPath } from '../../../lib/contracts/index.ts'
import { type Acting, actingCalls } from '../../../server/authority/index.ts'
import { connectRaw, startMessage } from '../../fakes/transcription-client.ts'
import { ask } from '../ask.ts'
import { type Case, cases, needsMore } from './cases.ts'
import { callOn, type MatrixServer, startMatrixServer } from './matrix-server.ts'
import { makeOwned, type Owned, renew, statesOf } from './world.ts'

/** Every call that takes the session of a person, with what the table says about it. */
const calls = Object.entries(endpoints).flatMap(([group, ofGroup]) =>
  Object.entries(ofGroup as Record<string, Endpoint>)
    .filter(([, { audience }]) => ['user', 'admin', 'reseller'].includes(audience))
    .map(([name, endpoint]): [string, Acting, Endpoint] => {
      const table: Record<string, Record<string, Acting>> = actingCalls
      return [name, table[group]?.[name] ?? 'none', endpoint]
    }),
)
const caseOf = (name: string): Case => cases[name as keyof typeof cases] ?? {}

let matrix: MatrixServer
/** The rows that the calls read that change nothing. */
let readOnly: Owned
beforeAll(async () => {
  matrix = await startMatrixServer()
  readOnly = await makeOwned(matrix.world)
})
afterAll(() => matrix.close())

/** Makes the administrator act as the owner. Returns the access token. */
async function act(): Promise<string> {
  const { server, world } = matrix
  const { body } = await ask(server.url, `POST /api/admin/users/login/${world.owner.id}`, {
    token: world.administrator.token,
  })
  return body.accessToken
}

/** What a person, usually the owner, is told about the administrators. */
async function listed(person = matrix.world.owner) {
  const { body } = await ask(matrix.server.url, 'GET /api/user/account/acting?limit=1', { token: person.token })
  return body
}

describe.each(calls)('%s (%s)', (name, acting, endpoint) => {
  const made = caseOf(name)
  let owned: Owned
  beforeAll(async () => {
    owned = endpoint.changes || made.prepare !== undefined ? await makeOwned(matrix.world) : readOnly
    Object.assign(owned, await made.prepare?.(owned, matrix.world))
  })

  if (acting === 'refused')
    test('is refused to an acting administrator with a clear sentence, and changes nothing', async () => {
      const token = await act()
      const before = await statesOf(matrix.server)
      const { status, text } = await callOn(matrix.server, endpoint, made, owned, token)
      expect([status, JSON.parse(text)]).toEqual([
        403,
        { code: 'forbidden', message: expect.stringContaining('You are acting as another person.') },
      ])
      expect(await statesOf(matrix.server)).toEqual(before)
    })
  else
    test('succeeds, and what it changed is listed to the person', async () => {
      const { server, world } = matrix
      const token = await act()
      const { total } = await listed()
      const { status, text } = await callOn(server, endpoint, made, owned, token)
      if (needsMore.has(name)) expect([401, 403]).not.toContain(status)
      else expect([status, status < 300 ? '' : text]).toEqual([endpoint.status, ''])
      if (name === 'logoutAll') await renew(server, world.owner)
      if (acting !== 'repair' || status >= 300 || quiet.has(name)) return
      const now = await listed()
      expect(now.total).toBeGreaterThan(total)
      expect(now.items[0]).toMatchObject({ administratorEmail: world.administrator.email })
    })
})

/** A repair that changes nothing of the person: it reads from Stripe what the organisation has paid for. */
const quiet = new Set(['syncLicenses', 'syncLicensesByGet'])

test('what an administrator did as one person is listed to nobody else', async () => {
  await act()
  expect((await listed()).total).toBeGreaterThan(0)
  for (const other of [matrix.world.member, matrix.world.stranger, matrix.world.outsider])
    expect((await listed(other)).total).toBe(0)
})

test('a recording does not begin with the access token of an acting administrator', async () => {
  const client = connectRaw(`${matrix.server.url.replace('http', 'ws')}${socketPath}`)
  const token = await act()
  const before = await statesOf(matrix.server)
  await client.send(startMessage({ channels: 1, authorization: token }))
  await client.closed()
  expect(client.received).toEqual([
    { type: 'error', error: expect.stringContaining('You are acting as another person.'), final: true },
  ])
  expect(await statesOf(matrix.server)).toEqual(before)
})
