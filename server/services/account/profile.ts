import { and, asc, eq } from 'drizzle-orm'
import type { Account, AccountPermission, ListQuery, WritingStyle } from '../../../lib/contracts/index.ts'
import { isAdministrator, isReadableAuthor, type Person, seatIn } from '../../authority/index.ts'
import { users } from '../../store/schema/index.ts'
import { getAccount } from '../accounts.ts'
import { audit } from '../audit.ts'
import { actIn } from '../directories/manage.ts'
import type { Context } from '../index.ts'
import { countRows, matches, pageOf } from '../lists.ts'
import { changePassword } from '../sign-in/index.ts'

/**
 * Changes the values that `change` contains: the name, the writing style, the directory in which this session acts (null: none), or the
 * password. Throws `not_found` if the person has no seat in the directory, and the errors of `changePassword`.
 */
export async function updateAccount(
  context: Context,
  person: Person,
  change: {
    name?: string | undefined
    style?: WritingStyle | undefined
    directoryId?: string | null | undefined
    currentPassword?: string | undefined
    newPassword?: string | undefined
  },
): Promise<Account> {
  await context.database.transaction(async (tx) => {
    const { name, style, directoryId } = change
    if (typeof directoryId === 'string') await seatIn(tx, person, directoryId, null)
    if (name !== undefined) await tx.update(users).set({ name }).where(eq(users.id, person.userId))
    if (style !== undefined) await tx.update(users).set({ style }).where(eq(users.id, person.userId))
    if (directoryId !== undefined) await actIn(tx, person, directoryId)
    await audit({ ...context, database: tx }, person, 'account.update', person.userId)
  })
  if (change.currentPassword !== undefined && change.newPassword !== undefined)
    await changePassword(context, person, change.currentPassword, change.newPassword)
  return getAccount(context, person)
}

export const permissionOf = (person: Person): AccountPermission => ({
  admin: isAdministrator(person),
  directoryId: person.directory?.id ?? null,
  permissions: [...(person.directory?.permissions ?? [])],
})

export async function listViewableUsers({ database }: Context, person: Person, query: ListQuery) {
  const condition = and(isReadableAuthor(person), matches(query.search, users.name, users.email))
  const total = await countRows(database, users, condition)
  const rows = await database
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(users)
    .where(condition)
    .orderBy(asc(users.email))
    .limit(query.limit)
    .offset(query.offset)
  const items = rows.map(({ name, ...user }) => ({ ...user, ...(name === null ? {} : { name }) }))
  return pageOf(items, total, query)
}

export async function listViewableUserIds({ database }: Context, person: Person): Promise<{ userIds: string[] }> {
  const rows = await database.select({ id: users.id }).from(users).where(isReadableAuthor(person)).orderBy(users.id)
  return { userIds: rows.map(({ id }) => id) }
}
