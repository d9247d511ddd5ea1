import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { DirectoryPermission, DirectoryUser, ListQuery } from '../../../lib/contracts/index.ts'
import { type Person, seatIn } from '../../authority/index.ts'
import type { Database } from '../../store/index.ts'
import { directoryRoles, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { matches, pageOf } from '../lists.ts'

export const selectMembers = (database: Database) =>
  database
    .select({ userId: users.id, email: users.email, roleId: directoryRoles.id, role: directoryRoles.name })
    .from(directoryRoles)
    .innerJoin(users, eq(users.id, directoryRoles.userId))

export async function listDirectoryUserIds(
  { database }: Context,
  person: Person,
  directoryId: string,
): Promise<{ userIds: string[] }> {
  await seatIn(database, person, directoryId, null)
  const rows = await database
    .select({ userId: directoryRoles.userId })
    .from(directoryRoles)
    .where(and(eq(directoryRoles.directoryId, directoryId), isNotNull(directoryRoles.userId)))
    .orderBy(asc(directoryRoles.createdAt), directoryRoles.id)
  return { userIds: rows.flatMap(({ userId }) => (userId === null ? [] : [userId])) }
}

export async function listDirectoryUsers({ database }: Context, person: Person, directoryId: string, query: ListQuery) {
  await seatIn(database, person, directoryId, null)
  const condition = and(
    eq(directoryRoles.directoryId, directoryId),
    matches(query.search, users.email, directoryRoles.name),
  )
  const [totalRow] = await database
    .select({ total: count() })
    .from(directoryRoles)
    .innerJoin(users, eq(users.id, directoryRoles.userId))
    .where(condition)
  const rows: DirectoryUser[] = await selectMembers(database)
    .where(condition)
    .orderBy(asc(users.email))
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows, totalRow?.total ?? 0, query)
}

/**
 * Returns at most 10 people who manage the licences of a directory. If nobody manages the licences, returns people who
 * manage the directory.
 */
export async function billingManagers(database: Database, directoryId: string): Promise<{ email: string }[]> {
  const holding = (permission: DirectoryPermission) =>
    database
      .select({ email: users.email })
      .from(directoryRoles)
      .innerJoin(users, eq(users.id, directoryRoles.userId))
      .where(
        and(
          eq(directoryRoles.directoryId, directoryId),
          sql`${permission} = any(${directoryRoles.permissions})`,
          isNull(users.disabledAt),
        ),
      )
      .orderBy(asc(directoryRoles.createdAt))
      .limit(10)
  const ofLicenses = await holding('billing.manage')
  return ofLicenses.length > 0 ? ofLicenses : holding('directory.manage')
}
