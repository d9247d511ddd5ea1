import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints, needsSeat, seatHeader } from '../../lib/contracts/index.ts'
import { ask, refusal } from './ask.ts'
import { as, join, newDirectory, newUser, type TestPerson } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer()
  url = server.url
})
afterAll(() => server.close())

/** Makes a call of the extension, whose policy names a directory. */
const from = (directoryId: string, { accessToken }: Pick<TestPerson, 'accessToken'>, call: string, body?: unknown) =>
  ask(url, call, {
    token: accessToken,
    headers: { [seatHeader]: directoryId },
    ...(body === undefined ? {} : { body }),
  })

/** Every call that needs a seat, with any ids in its path. The seat is checked before the request is read. */
const work = allEndpoints
  .filter(needsSeat)
  .map(({ method, path }) => `${method} /api${path.replace(/\{\w+\}/g, () => randomUUID())}`)

test('recording, writing and reading are refused to everybody who does not act in the directory of the policy', async () => {
  const clinic = await newDirectory(url)
  const elsewhere = await join(url, await newDirectory(url))
  const stranger = await newUser(url)
  const member = await join(url, clinic)
  await as(url, member)('POST /api/user/directories/choose', { directoryId: null })
  expect(work.length).toBeGreaterThan(30)
  for (const [person, calls] of [
    [stranger, work],
    [elsewhere, work.slice(0, 3)],
    [member, work.slice(0, 3)],
  ] as const)
    for (const call of calls)
      expect([call, ...refusal(await from(clinic.directoryId, person, call))]).toEqual([call, 403, 'no_seat'])
  expect(refusal(await from('', stranger, 'GET /api/user/reports'))).toEqual([403, 'no_seat'])
})

test('a member works there, until the seat is removed; without the header nothing changes', async () => {
  const clinic = await newDirectory(url)
  const member = await join(url, clinic)
  const submit = ['POST /api/user/transcripts/submit/text', { text: 'Good morning.' }] as const
  const submitted = await from(clinic.directoryId, member, ...submit)
  expect(submitted.status).toBe(201)
  const read = `GET /api/user/transcripts/${submitted.body.id}`
  expect((await from(clinic.directoryId, member, read)).status).toBe(200)
  await as(url, clinic.owner)(`DELETE /api/user/directories/roles/${clinic.directoryId}/${member.roleId}`)
  expect(refusal(await from(clinic.directoryId, member, read))).toEqual([403, 'no_seat'])
  expect(refusal(await from(clinic.directoryId, member, ...submit))).toEqual([403, 'no_seat'])
  expect((await as(url, member)(read)).status).toBe(200)
})

test('without a seat, the account, invitations and erasing are open', async () => {
  const clinic = await newDirectory(url)
  const invited = await newUser(url)
  const call = (...request: [string, unknown?]) => from(clinic.directoryId, invited, ...request)
  const roles = `POST /api/user/directories/roles/${clinic.directoryId}`
  await as(url, clinic.owner)(roles, { name: 'Clinician', permissions: [], email: invited.email })
  expect((await call('GET /api/user/account')).status).toBe(200)
  expect((await call(`DELETE /api/user/recordings/${randomUUID()}`)).status).toBe(200)
  expect(refusal(await call('GET /api/user/reports'))).toEqual([403, 'no_seat'])
  expect((await call(`POST /api/user/directories/invitations/accept/${clinic.directoryId}`)).status).toBe(200)
  expect((await call('GET /api/user/reports')).status).toBe(200)
})
