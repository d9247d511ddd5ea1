import { eq } from 'drizzle-orm'
import { users } from '../../server/store/schema/index.ts'
import { type Answer, ask, newPerson } from './ask.ts'
import type { TestServer } from './start-server.ts'

/** A signed-in person. */
export interface Someone {
  token: string
  userId: string
  email: string
}

/** Registers a person. */
export async function someone({ url }: Pick<TestServer, 'url'>): Promise<Someone> {
  const { accessToken: token, email } = await newPerson(url)
  const { body } = await ask(url, 'GET /api/user/account', { token })
  return { token, userId: body.id, email }
}

/** Registers an administrator of the product. */
export async function administrator(server: TestServer): Promise<Someone> {
  const person = await someone(server)
  await server.store.database.update(users).set({ admin: true }).where(eq(users.id, person.userId))
  return person
}

/** Returns a function that makes calls as this person. */
export const asking =
  ({ url }: Pick<TestServer, 'url'>, { token }: Pick<Someone, 'token'>) =>
  (call: string, body?: object, headers = {}): Promise<Answer> =>
    ask(url, call, { token, headers, ...(body === undefined ? {} : { body }) })

/**
 * Returns the entries of the audit log about the thing with this id, in order. Each entry is the action, the person,
 * and the administrator who acted as this person.
 */
export async function auditOf({ store }: TestServer, subjectId: string) {
  const { rows } = await store.database.execute(
    `select action, user_id, administrator_id from audit_entries where subject_id = '${subjectId}' order by id`,
  )
  return rows.map(({ action, user_id: userId, administrator_id: administratorId }) => [action, userId, administratorId])
}
