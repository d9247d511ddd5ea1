import { and, eq, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import type { Clock } from '../../clock.ts'
import { type Database, notify } from '../../store/index.ts'
import { attempts, sessionFamilies, sessionTokens, tickets } from '../../store/schema/index.ts'

/** Returns the topic on which servers are notified that this session may have ended. */
export const sessionTopic = (familyId: string): string => `session ${familyId}`

/**
 * Ends the session of one device, and the sessions of the portal that it opened. Their tokens and tickets become invalid,
 * and all servers close their sockets and streams.
 */
export const endFamily = (database: Database, familyId: string, reason: string, clock: Clock): Promise<void> => {
  const isOfDevice = or(eq(sessionFamilies.id, familyId), eq(sessionFamilies.parentId, familyId))
  return endFamilies(database, isOfDevice, reason, clock)
}

/** Ends the sessions whose `endsAt` has passed, so that their sockets and streams close. */
export const endOverdueFamilies = (database: Database, clock: Clock): Promise<void> =>
  endFamilies(database, lte(sessionFamilies.endsAt, clock.now()), 'expired', clock)

/** Ends all sessions of a user, and the sessions in which this user acts as another user. */
export async function endAllFamilies(database: Database, userId: string, reason: string, clock: Clock): Promise<void> {
  await endFamilies(database, eq(sessionFamilies.userId, userId), reason, clock)
  await endActingFamilies(database, userId, reason, clock)
}

/** Ends the sessions in which this administrator acts as another user. */
export const endActingFamilies = (
  database: Database,
  administratorId: string,
  reason: string,
  clock: Clock,
): Promise<void> => endFamilies(database, eq(sessionFamilies.administratorId, administratorId), reason, clock)

async function endFamilies(database: Database, which: SQL | undefined, reason: string, clock: Clock): Promise<void> {
  const ended = await database
    .update(sessionFamilies)
    .set({ endedAt: clock.now(), endReason: reason })
    .where(and(which, isNull(sessionFamilies.endedAt)))
    .returning({ id: sessionFamilies.id })
  for (const { id } of ended) await notify(database, sessionTopic(id))
}

/** Deletes expired tokens, tickets and counters. */
export async function forgetExpired(database: Database, clock: Clock): Promise<void> {
  await database.delete(sessionTokens).where(lt(sessionTokens.expiresAt, clock.now()))
  await database.delete(tickets).where(lt(tickets.expiresAt, clock.now()))
  await database.delete(attempts).where(lt(attempts.expire, clock.now()))
}
