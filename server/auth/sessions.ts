import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Session } from '../../lib/contracts/index.ts'
import type { Clock } from '../clock.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../store/index.ts'
import { sessionFamilies, sessionTokens, tickets, users } from '../store/schema/index.ts'
import { hashToken, newToken } from './tokens.ts'

const accessMs = 15 * 60_000
/** A device that was not used for so long signs in again. */
const refreshMs = 30 * 24 * 60 * 60_000

const later = (clock: Clock, ms: number) => new Date(clock.now().getTime() + ms)

/** Signs a device in: a new family with its first pair of tokens. */
export async function beginSession(
  database: Database,
  { userId, device }: { userId: string; device: string | undefined },
  clock: Clock,
): Promise<Session> {
  const familyId = randomUUID()
  await database
    .insert(sessionFamilies)
    .values({ id: familyId, userId, device: device ?? null, createdAt: clock.now(), lastUsedAt: clock.now() })
  return issue(database, familyId, clock)
}

async function issue(database: Database, familyId: string, clock: Clock): Promise<Session> {
  const accessToken = newToken()
  const refreshToken = newToken()
  const expiresAt = later(clock, accessMs)
  await database.insert(sessionTokens).values([
    { hash: hashToken(accessToken), familyId, kind: 'access', expiresAt },
    { hash: hashToken(refreshToken), familyId, kind: 'refresh', expiresAt: later(clock, refreshMs) },
  ])
  return { accessToken, refreshToken, expiresAt: expiresAt.toISOString() }
}

/** Whose access token it is, in one query; null where it is unknown, over, or its session ended. */
export async function findSession(database: Database, accessToken: string, clock: Clock) {
  const [found] = await database
    .select({
      userId: users.id,
      email: users.email,
      admin: users.admin,
      familyId: sessionFamilies.id,
      replacedAt: sessionTokens.usedAt,
      expiresAt: sessionTokens.expiresAt,
    })
    .from(sessionTokens)
    .innerJoin(sessionFamilies, eq(sessionFamilies.id, sessionTokens.familyId))
    .innerJoin(users, eq(users.id, sessionFamilies.userId))
    .where(
      and(
        eq(sessionTokens.hash, hashToken(accessToken)),
        eq(sessionTokens.kind, 'access'),
        gt(sessionTokens.expiresAt, clock.now()),
        isNull(sessionFamilies.endedAt),
      ),
    )
  if (found === undefined) return null
  const { replacedAt, ...session } = found
  return { ...session, tokenReplaced: replacedAt !== null }
}

/**
 * Exchanges a refresh token for a new pair; `device`, where given, names the device from now on. A token that was used before was copied: its whole family ends. Throws
 * `session_ended`. Takes no transaction, for the end of a family must outlive the refusal.
 */
export async function refreshSession(
  database: Database,
  { refreshToken, device }: { refreshToken: string; device: string | undefined },
  clock: Clock,
): Promise<Session> {
  const hash = hashToken(refreshToken)
  const fresh = await database.transaction(async (tx) => {
    const [token] = await tx
      .update(sessionTokens)
      .set({ usedAt: clock.now() })
      .where(
        and(
          eq(sessionTokens.hash, hash),
          eq(sessionTokens.kind, 'refresh'),
          isNull(sessionTokens.usedAt),
          gt(sessionTokens.expiresAt, clock.now()),
        ),
      )
      .returning({ familyId: sessionTokens.familyId })
    if (token === undefined) return null
    const [family] = await tx
      .update(sessionFamilies)
      .set({ lastUsedAt: clock.now(), ...(device === undefined ? {} : { device }) })
      .where(and(eq(sessionFamilies.id, token.familyId), isNull(sessionFamilies.endedAt)))
      .returning({ id: sessionFamilies.id })
    if (family === undefined) return null
    // Older access tokens hold to their end, for calls on their way; a strict verification refuses them.
    await tx
      .update(sessionTokens)
      .set({ usedAt: clock.now() })
      .where(and(eq(sessionTokens.familyId, family.id), eq(sessionTokens.kind, 'access'), isNull(sessionTokens.usedAt)))
    return issue(tx, family.id, clock)
  })
  if (fresh !== null) return fresh
  const [known] = await database
    .select({ familyId: sessionTokens.familyId, usedAt: sessionTokens.usedAt })
    .from(sessionTokens)
    .where(and(eq(sessionTokens.hash, hash), eq(sessionTokens.kind, 'refresh')))
  if (known !== undefined && known.usedAt !== null) await endFamily(database, known.familyId, 'reuse', clock)
  throw new Problem('session_ended')
}

/** Ends one device's session; its tokens hold no longer. */
export async function endFamily(database: Database, familyId: string, reason: string, clock: Clock): Promise<void> {
  await database
    .update(sessionFamilies)
    .set({ endedAt: clock.now(), endReason: reason })
    .where(and(eq(sessionFamilies.id, familyId), isNull(sessionFamilies.endedAt)))
}

/** Ends every session of a person. */
export async function endAllFamilies(database: Database, userId: string, reason: string, clock: Clock): Promise<void> {
  await database
    .update(sessionFamilies)
    .set({ endedAt: clock.now(), endReason: reason })
    .where(and(eq(sessionFamilies.userId, userId), isNull(sessionFamilies.endedAt)))
}

/** Clears away what no longer means anything: tokens and tickets that are over. */
export async function forgetExpired(database: Database, clock: Clock): Promise<void> {
  await database.delete(sessionTokens).where(lt(sessionTokens.expiresAt, clock.now()))
  await database.delete(tickets).where(lt(tickets.expiresAt, clock.now()))
}
