import { eq, isNotNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ActingEntry } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { auditEntries, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { countNewest, isOnPage, type NewestFirst, newestOrder, pageOf } from '../lists.ts'

const administrators = alias(users, 'administrators')

/** Lists what administrators did while they acted as this person, newest first (product 12.28). */
export async function listActing(
  { database }: Pick<Context, 'database'>,
  { userId }: Person,
  query: { offset: number; limit: number },
) {
  const list: NewestFirst = {
    table: auditEntries,
    id: auditEntries.id,
    at: auditEntries.at,
    anyOf: [eq(auditEntries.userId, userId)],
    where: isNotNull(auditEntries.administratorId),
  }
  const total = await countNewest(database, list)
  const rows = await database
    .select({ entry: auditEntries, email: administrators.email })
    .from(auditEntries)
    .leftJoin(administrators, eq(administrators.id, auditEntries.administratorId))
    .where(isOnPage(list, query))
    .orderBy(...newestOrder(list))
  const items = rows.map(
    ({ entry: { id, at, action, subjectId }, email }): ActingEntry => ({
      id,
      at: at.toISOString(),
      action,
      ...(email === null ? {} : { administratorEmail: email }),
      ...(subjectId === null ? {} : { subjectId }),
    }),
  )
  return pageOf(items, total, query)
}
