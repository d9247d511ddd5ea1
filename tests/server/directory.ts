import type { DirectoryPermission } from '../../lib/contracts/index.ts'
import { type Answer, ask, newPerson } from './ask.ts'

/** A signed-in person of a test. */
export type TestPerson = Awaited<ReturnType<typeof newPerson>> & { userId: string }

/** Registers a new person and reads the id. */
export async function newUser(url: string): Promise<TestPerson> {
  const person = await newPerson(url)
  const { body } = await ask(url, 'GET /api/user/token/decode', { token: person.accessToken })
  return { ...person, userId: body.userId }
}

/** Makes calls as one person. */
export const as =
  (url: string, { accessToken }: Pick<TestPerson, 'accessToken'>) =>
  (call: string, body?: unknown): Promise<Answer> =>
    ask(url, call, { token: accessToken, ...(body === undefined ? {} : { body }) })

/**
 * Creates a directory. Its owner is a new person with all permissions. The session of the owner is switched to this
 * directory.
 */
export async function newDirectory(url: string): Promise<{ directoryId: string; owner: TestPerson }> {
  const owner = await newUser(url)
  const { status, body } = await as(url, owner)('POST /api/user/directories', { name: 'North Clinic' })
  if (status !== 201) throw new Error(`Creating a directory answered ${status}.`)
  return { directoryId: body.directoryId, owner }
}

/**
 * Adds `member`, or a new person, with these permissions. The person's session is switched to the directory, unless the
 * session has another directory already.
 */
export async function join(
  url: string,
  { directoryId, owner }: Awaited<ReturnType<typeof newDirectory>>,
  permissions: readonly DirectoryPermission[] = [],
  member?: TestPerson,
): Promise<TestPerson & { roleId: string }> {
  const person = member ?? (await newUser(url))
  const offer = { name: 'Clinician', permissions, email: person.email }
  const role = await as(url, owner)(`POST /api/user/directories/roles/${directoryId}`, offer)
  const accepted = await as(url, person)(`POST /api/user/directories/invitations/accept/${directoryId}`)
  if (accepted.status !== 200) throw new Error(`Accepting answered ${accepted.status}.`)
  return { ...person, roleId: role.body.roleId }
}
