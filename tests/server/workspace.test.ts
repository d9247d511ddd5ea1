import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, refusal } from './ask.ts'
import { as, join, newDirectory, type TestPerson } from './directory.ts'
import { comeBack, somebody, startProviders, type TestProviders, toSecret } from './providers.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const person = (email: string, fullName: string, more: object = {}) => ({
  primaryEmail: email,
  name: { fullName },
  ...more,
})

let providers: TestProviders
let server: TestServer
beforeAll(async () => {
  providers = await startProviders([
    {
      users: [
        person('Ana@workspace.example', 'Ana Ruiz'),
        person('gone@workspace.example', 'Gone', { suspended: true }),
      ],
    },
    { users: [person('ben@workspace.example', 'Ben Okafor')] },
  ])
  server = await startTestServer({ env: providers.env })
})
afterEach(() => providers.mend())
afterAll(async () => {
  await server.close()
  await providers.close()
})

const start = (who: TestPerson, query = '') => as(server.url, who)(`GET /api/user/google/url/directory${query}`)

/**
 * Gives consent on Google's page. Returns the secret with which the list of the people of the Workspace can be read.
 */
async function agree(who: TestPerson, query = '') {
  providers.google.person = somebody()
  const { body } = await start(who, query)
  const { location } = await comeBack(server.url, await providers.google.browse(body.url))
  return { secret: new URL(location ?? '').hash.replace('#people=', ''), state: body.state }
}
const list = (who: TestPerson, body: object) => as(server.url, who)('POST /api/user/google/directory', body)

test('lists the people of the Workspace once, and says who is in the directory already', async () => {
  const { directoryId, owner } = await newDirectory(server.url)
  const offer = { name: 'Clinician', permissions: [], email: 'ben@workspace.example' }
  await as(server.url, owner)(`POST /api/user/directories/roles/${directoryId}`, offer)
  const returned = await agree(owner)
  const listed = await list(owner, returned)
  expect(listed.body).toEqual({
    people: [
      { email: 'ana@workspace.example', name: 'Ana Ruiz', known: false },
      { email: 'ben@workspace.example', name: 'Ben Okafor', known: true },
    ],
    more: false,
  })
  expect(refusal(await list(owner, returned))).toEqual([400, 'wrong_code'])
})

test('is for those who manage the roles, before and after Google’s page', async () => {
  const clinic = await newDirectory(server.url)
  const [member, manager] = [await join(server.url, clinic), await join(server.url, clinic, ['roles.manage'])]
  expect(refusal(await start(member))).toEqual([403, 'forbidden'])
  const stranger = (await newDirectory(server.url)).owner
  expect(refusal(await start(stranger, `?directoryId=${clinic.directoryId}`))).toEqual([404, 'not_found'])
  const returned = await agree(manager)
  const role = `${clinic.directoryId}/${manager.roleId}`
  await as(server.url, clinic.owner)(`PUT /api/user/directories/roles/${role}`, { name: 'Clinician', permissions: [] })
  expect(refusal(await list(manager, returned))).toEqual([403, 'forbidden'])
})

test('gives the list to nobody else, and a secret for signing in does not list people', async () => {
  const { owner } = await newDirectory(server.url)
  const { owner: other } = await newDirectory(server.url)
  expect(refusal(await list(other, await agree(owner)))).toEqual([400, 'wrong_code'])
  const forSignIn = await toSecret(server.url, providers, 'google', somebody())
  expect(refusal(await list(owner, forSignIn))).toEqual([400, 'wrong_code'])
  const forList = await agree(owner)
  const signIn = await ask(server.url, 'POST /api/user/login/google', { body: forList })
  expect(refusal(signIn)).toEqual([400, 'wrong_code'])
})

test('says that Google did not list the people', async () => {
  const { owner } = await newDirectory(server.url)
  const elsewhere = await startTestServer({ env: { ...providers.env, GOOGLE_DIRECTORY_URL: 'http://127.0.0.1:9' } })
  try {
    const { owner: manager } = await newDirectory(elsewhere.url)
    providers.google.person = somebody()
    const { body } = await as(elsewhere.url, manager)('GET /api/user/google/url/directory')
    const { location } = await comeBack(elsewhere.url, await providers.google.browse(body.url))
    const returned = { secret: new URL(location ?? '').hash.replace('#people=', ''), state: body.state }
    const answer = await as(elsewhere.url, manager)('POST /api/user/google/directory', returned)
    expect(refusal(answer)).toEqual([502, 'provider_failed'])
    expect(answer.body.message).toContain('stage: people')
  } finally {
    await elsewhere.close()
  }
  providers.google.faults.refuses = true
  expect(refusal(await list(owner, await agree(owner)))).toEqual([403, 'provider_refused'])
})
