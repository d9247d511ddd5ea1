import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directorySettings } from '../../lib/contracts/index.ts'
import { refusal } from './ask.ts'
import { as, join, newDirectory, newUser, type TestPerson } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer()
  url = server.url
})
afterAll(() => server.close())

const query = (path: string, { email, userId }: Pick<TestPerson, 'email' | 'userId'>) =>
  `GET /api/user/lookup/${path}?${path.endsWith('by-email') ? `email=${encodeURIComponent(email)}` : `userId=${userId}`}`
const paths = [
  'directories/by-email',
  'directories/by-user-id',
  'settings/by-email',
  'settings/by-user-id',
  'id/by-email',
] as const
const ids = (things: { directoryId: string }[]) => things.map(({ directoryId }) => directoryId)

/** A caller and a colleague who share one directory. Each also has a directory without the other. */
async function colleagues() {
  const clinic = await newDirectory(url)
  const own = await newDirectory(url)
  const theirs = await newDirectory(url)
  const caller = await join(url, clinic, [], own.owner)
  const colleague = await join(url, clinic, [], theirs.owner)
  return { clinic, own, theirs, caller, colleague }
}

describe('looking somebody up', () => {
  test('answers about a colleague, and tells only about the shared directories', async () => {
    const { clinic, caller, colleague } = await colleagues()
    const call = as(url, caller)
    for (const path of ['directories/by-email', 'directories/by-user-id'])
      expect((await call(query(path, colleague))).body).toEqual({
        directories: [
          { directoryId: clinic.directoryId, name: 'North Clinic', roleId: colleague.roleId, role: 'Clinician' },
        ],
      })
    for (const path of ['settings/by-email', 'settings/by-user-id'])
      expect((await call(query(path, colleague))).body).toEqual({
        settings: [{ directoryId: clinic.directoryId, settings: directorySettings.parse({}) }],
      })
    const upper = { ...colleague, email: colleague.email.toUpperCase() }
    expect((await call(query('id/by-email', upper))).body).toEqual({ userId: colleague.userId })
  })

  test('answers about oneself, with or without a directory', async () => {
    const { clinic, own, caller } = await colleagues()
    const call = as(url, caller)
    const { body } = await call('GET /api/user/lookup/directories/self')
    expect(ids(body.directories).sort()).toEqual([clinic.directoryId, own.directoryId].sort())
    const settings = await call('GET /api/user/lookup/settings/self')
    expect(ids(settings.body.settings).sort()).toEqual([clinic.directoryId, own.directoryId].sort())
    const alone = await newUser(url)
    expect((await as(url, alone)(query('id/by-email', alone))).body).toEqual({ userId: alone.userId })
    expect((await as(url, alone)(query('directories/by-user-id', alone))).body).toEqual({ directories: [] })
  })

  test('a member of a directory is found in it by every member', async () => {
    const { clinic, own, caller, colleague } = await colleagues()
    const call = as(url, caller)
    const there = `directory/${clinic.directoryId}`
    const member = { userId: colleague.userId, email: colleague.email, roleId: colleague.roleId, role: 'Clinician' }
    expect((await call(query(`${there}/by-email`, colleague))).body).toEqual(member)
    expect((await call(query(`${there}/by-user-id`, colleague))).body).toEqual(member)
    expect((await call(`GET /api/user/lookup/${there}/self`)).body).toMatchObject({ userId: caller.userId })
    // The colleague has no seat in the caller's own directory.
    for (const by of ['by-email', 'by-user-id'])
      expect(refusal(await call(query(`directory/${own.directoryId}/${by}`, colleague)))).toEqual([404, 'not_found'])
  })

  test.each(paths)('%s answers the same about strangers, former members, invited and unknown people', async (path) => {
    const { clinic, caller } = await colleagues()
    const stranger = await newUser(url)
    const former = await join(url, clinic)
    await as(url, former)(`DELETE /api/user/directories/invitations/leave/${clinic.directoryId}`)
    const invited = await newUser(url)
    const offer = { name: 'Seat', permissions: [], email: invited.email }
    await as(url, clinic.owner)(`POST /api/user/directories/roles/${clinic.directoryId}`, offer)
    const unknown = { email: 'unknown@clinic.example', userId: randomUUID() }
    const answers = []
    for (const person of [stranger, former, invited, unknown]) {
      const answer = await as(url, caller)(query(path, person))
      expect(refusal(answer)).toEqual([404, 'not_found'])
      answers.push(answer.body)
    }
    expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  test('an administrator of the product learns about everybody, but not while acting as somebody else', async () => {
    const { clinic, theirs, colleague } = await colleagues()
    const administrator = await newUser(url)
    await server.store.database.execute(`update users set admin = true where id = '${administrator.userId}'`)
    const call = as(url, administrator)
    const { body } = await call(query('directories/by-email', colleague))
    expect(ids(body.directories).sort()).toEqual([clinic.directoryId, theirs.directoryId].sort())
    expect((await call(query('id/by-email', colleague))).body).toEqual({ userId: colleague.userId })
    const member = `directory/${clinic.directoryId}/by-user-id`
    expect((await call(query(member, colleague))).body).toMatchObject({ email: colleague.email })
    await server.store.database.execute(
      `update session_families set administrator_id = '${randomUUID()}' where user_id = '${administrator.userId}'`,
    )
    for (const path of [...paths, member])
      expect(refusal(await call(query(path, colleague)))).toEqual([404, 'not_found'])
  })
})
