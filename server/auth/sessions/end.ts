import { and, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../../clock.ts'
import { type Database, notify } from '../../store/index.ts'
import { attempts, sessionFamilies, sessionTokens, tickets, users } from '../../store/schema/index.ts'

export const sessionTopic = (familyId: string): string => `session ${familyId}`

/**
 * Ends the session of one device, and the portal sessions that were opened from this session. The tokens and tickets of
 * the ended sessions become invalid, and all servers close the sockets and streams of these sessions.
 */
export const endFamily = (database: Database, familyId: string, reason: string, clock: Clock): Promise<void> =>
  database.transaction(async (tx) => {
    const owner = tx
      .select({ id: sessionFamilies.userId })
      .from(sessionFamilies)
      .where(eq(sessionFamilies.id, familyId))
    await tx.select({ id: users.id }).from(users).where(inArray(users.id, owner)).for('no key update')
    const isOfDevice = or(eq(sessionFamilies.id, familyId), eq(sessionFamilies.parentId, familyId))
    await endFamilies(tx, isOfDevice, reason, clock)
  })

export const endOverdueFamilies = (database: Database, clock: Clock): Promise<void> =>
  endFamilies(database, lte(sessionFamilies.endsAt, clock.now()), 'expired', clock)

export const endAllFamilies = (database: Database, userId: string, reason: string, clock: Clock): Promise<void> =>
  database.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ sessionEndings: sql`${users.sessionEndings} + 1` })
      .where(eq(users.id, userId))
    await endFamilies(tx, eq(sessionFamilies.userId, userId), reason, clock)
    await endFamilies(tx, eq(sessionFamilies.administratorId, userId), reason, clock)
  })

export const endActingFamilies = (
  database: Database,
  administratorId: string,
  reason: string,
  clock: Clock,
): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, administratorId)).for('no key update')
    await endFamilies(tx, eq(sessionFamilies.administratorId, administratorId), reason, clock)
  })

/**
 * Ends the sessions that match `which`. Call it after a statement of the same transaction that has locked the row of
 * the user. `beginSession` locks this row too. So if a session begins at the same time, there are two cases: it is
 * committed before this lock and is ended here, or it waits for this lock and is refused. Without the lock, this
 * function would not find the session, and the session would stay open. Only `endOverdueFamilies` needs no lock,
 * because a session that begins at the same time is not overdue.
 */
async function endFamilies(database: Database, which: SQL | undefined, reason: string, clock: Clock): Promise<void> {
  const families = await database
    .update(sessionFamilies)
    .set({ endedAt: clock.now(), endReason: reason })
    .where(and(which, isNull(sessionFamilies.endedAt)))
    .returning({ id: sessionFamilies.id })
  for (const { id } of families) await notify(database, sessionTopic(id))
}

export async function forgetExpired(database: Database, clock: Clock): Promise<void> {
  await database.delete(sessionTokens).where(lt(sessionTokens.expiresAt, clock.now()))
  await database.delete(tickets).where(lt(tickets.expiresAt, clock.now()))
  await database.delete(attempts).where(lt(attempts.expire, clock.now()))
}
