import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AccountSession } from '../../../lib/contracts/index.ts'
import { endFamily, longestSessionMs } from '../../auth/sessions/index.ts'
import type { Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { sessionFamilies, sessionTokens } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { countRows, pageOf } from '../lists.ts'

function isOpen({ clock, config }: Context, { userId }: Person): SQL | undefined {
  const now = clock.now()
  return and(
    eq(sessionFamilies.userId, userId),
    isNull(sessionFamilies.endedAt),
    or(isNull(sessionFamilies.endsAt), gt(sessionFamilies.endsAt, now)),
    gt(sessionFamilies.createdAt, new Date(now.getTime() - longestSessionMs(config))),
    sql`exists (select 1 from ${sessionTokens} where ${sessionTokens.familyId} = ${sessionFamilies.id} and ${sessionTokens.expiresAt} > ${now.toISOString()}::timestamptz)`,
  )
}

export async function listSessions(context: Context, person: Person, query: { offset: number; limit: number }) {
  const condition = isOpen(context, person)
  const total = await countRows(context.database, sessionFamilies, condition)
  const rows = await context.database
    .select()
    .from(sessionFamilies)
    .where(condition)
    .orderBy(desc(sessionFamilies.lastUsedAt), sessionFamilies.id)
    .limit(query.limit)
    .offset(query.offset)
  const items = rows.map(
    (row): AccountSession => ({
      sessionId: row.id,
      ...(row.device === null ? {} : { device: row.device }),
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      current: row.id === person.familyId,
    }),
  )
  return pageOf(items, total, query)
}

export const endSession = (context: Context, person: Person, sessionId: string): Promise<void> =>
  context.database.transaction(async (tx) => {
    const [session] = await tx
      .select({ id: sessionFamilies.id })
      .from(sessionFamilies)
      .where(and(eq(sessionFamilies.id, sessionId), isOpen(context, person)))
    if (session === undefined) throw new Problem('not_found')
    await endFamily(tx, sessionId, 'ended by the user', context.clock)
    await audit({ ...context, database: tx }, person, 'account.session-end', sessionId)
  })
