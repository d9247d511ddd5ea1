import { and, eq, gte, like, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditEntry, AuditQuery } from '../../../lib/contracts/index.ts'
import { auditEntries, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { countNewest, isOnPage, type NewestFirst, newestOrder, pageOf } from '../lists.ts'

const administrators = alias(users, 'administrators')

export async function listAudit({ database }: Context, query: AuditQuery) {
  const { userId, subjectId, action, from, to } = query
  const condition = and(
    subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId),
    action === undefined
      ? undefined
      : action.includes('.')
        ? eq(auditEntries.action, action)
        : like(auditEntries.action, `${action}.%`),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  )
  const list: NewestFirst = {
    table: auditEntries,
    id: auditEntries.id,
    at: auditEntries.at,
    anyOf:
      userId === undefined ? [undefined] : [eq(auditEntries.userId, userId), eq(auditEntries.administratorId, userId)],
    where: condition,
  }
  const total = await countNewest(database, list)
  const rows = await database
    .select({ entry: auditEntries, email: users.email, administratorEmail: administrators.email })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .leftJoin(administrators, eq(administrators.id, auditEntries.administratorId))
    .where(isOnPage(list, query))
    .orderBy(...newestOrder(list))
  const items = rows.map(({ entry, email, administratorEmail }): AuditEntry => {
    const item = {
      userId: entry.userId,
      email,
      administratorId: entry.administratorId,
      administratorEmail,
      directoryId: entry.directoryId,
      subjectId: entry.subjectId,
      fields: entry.fields,
      address: entry.address,
    }
    const present = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
    return { at: entry.at.toISOString(), action: entry.action, ...present }
  })
  return pageOf(items, total, query)
}
