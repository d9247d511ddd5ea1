import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Session } from '../../lib/contracts/index.ts'
import type { Clock } from '../clock.ts'
import { Problem } from '../problem.ts'
import { type Database, notify, type Store } from '../store/index.ts'
import { attempts, sessionFamilies, sessionTokens, tickets, users } from '../store/schema/index.ts'
import { hashToken, newToken } from './tokens.ts'

const accessMs = 15 * 60_000
/**
 * An answer with new tokens can be lost on its way. Within this time the same refresh token is accepted again, as long as
 * nobody has used the tokens of that answer; otherwise a broken connection would sign the person out.
 */
const lostAnswerMs = 60_000
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
  return (await issue(database, familyId, clock)).session
}

/** Issues a pair of tokens; `refreshHash` is what is kept of the refresh token. */
async function issue(
  database: Database,
  familyId: string,
  clock: Clock,
): Promise<{ session: Session; refreshHash: string }> {
  const accessToken = newToken()
  const refreshToken = newToken()
  const expiresAt = later(clock, accessMs)
  await database.insert(sessionTokens).values([
    { hash: hashToken(accessToken), familyId, kind: 'access', expiresAt },
    { hash: hashToken(refreshToken), familyId, kind: 'refresh', expiresAt: later(clock, refreshMs) },
  ])
  return {
    session: { accessToken, refreshToken, expiresAt: expiresAt.toISOString() },
    refreshHash: hashToken(refreshToken),
  }
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
        isNull(users.disabledAt),
      ),
    )
  if (found === undefined) return null
  const { replacedAt, ...session } = found
  return { ...session, tokenReplaced: replacedAt !== null }
}

interface RefreshRequest {
  refreshToken: string
  device: string | undefined
}

/** What became of an attempt to exchange a refresh token. */
type Exchange = { session: Session } | { reusedIn: string } | null

/**
 * Exchanges a refresh token for a new pair; `device`, where given, names the device from now on. A token that was used
 * before was copied, and its whole family ends, unless the answer to its first use may have been lost (`lostAnswerMs`).
 * `familyMs`: how long after signing in a family ends at the latest. Throws `session_ended`. Takes no transaction from its
 * caller: the end of a family must outlive the refusal.
 */
export async function refreshSession(
  database: Database,
  { refreshToken, device }: RefreshRequest,
  clock: Clock,
  familyMs: number,
): Promise<Session> {
  const asked = { hash: hashToken(refreshToken), device }
  const exchange = await database.transaction((tx) => exchangeToken(tx, asked, clock, familyMs))
  if (exchange !== null && 'session' in exchange) return exchange.session
  if (exchange !== null) await endFamily(database, exchange.reusedIn, 'reuse', clock)
  throw new Problem('session_ended')
}

async function exchangeToken(
  tx: Database,
  { hash, device }: { hash: string; device: string | undefined },
  clock: Clock,
  familyMs: number,
): Promise<Exchange> {
  const now = clock.now()
  const [token] = await tx
    .select({
      familyId: sessionTokens.familyId,
      usedAt: sessionTokens.usedAt,
      successor: sessionTokens.successor,
      isOver: sql<boolean>`${sessionTokens.expiresAt} <= ${now} or ${sessionFamilies.createdAt} <= ${new Date(now.getTime() - familyMs)}`,
    })
    .from(sessionTokens)
    .innerJoin(sessionFamilies, eq(sessionFamilies.id, sessionTokens.familyId))
    .innerJoin(users, eq(users.id, sessionFamilies.userId))
    .where(
      and(
        eq(sessionTokens.hash, hash),
        eq(sessionTokens.kind, 'refresh'),
        isNull(sessionFamilies.endedAt),
        isNull(users.disabledAt),
      ),
    )
    // Of two exchanges of one token at the same moment, the second sees what the first has written.
    .for('update', { of: sessionTokens })
  if (token === undefined || token.isOver) return null
  if (token.usedAt !== null) {
    if (token.successor === null || now.getTime() - token.usedAt.getTime() > lostAnswerMs) {
      return { reusedIn: token.familyId }
    }
    // The pair of the lost answer is withdrawn: whoever presents it from now on has copied it, and ends the family.
    const [withdrawn] = await tx
      .update(sessionTokens)
      .set({ usedAt: now })
      .where(and(eq(sessionTokens.hash, token.successor), isNull(sessionTokens.usedAt)))
      .returning({ hash: sessionTokens.hash })
    if (withdrawn === undefined) return { reusedIn: token.familyId }
  }
  // Older access tokens are accepted until they expire, for calls on their way; a strict verification refuses them.
  await tx
    .update(sessionTokens)
    .set({ usedAt: now })
    .where(
      and(eq(sessionTokens.familyId, token.familyId), eq(sessionTokens.kind, 'access'), isNull(sessionTokens.usedAt)),
    )
  const { session, refreshHash } = await issue(tx, token.familyId, clock)
  await tx
    .update(sessionTokens)
    .set({ usedAt: token.usedAt ?? now, successor: refreshHash })
    .where(eq(sessionTokens.hash, hash))
  await tx
    .update(sessionFamilies)
    .set({ lastUsedAt: now, ...(device === undefined ? {} : { device }) })
    .where(eq(sessionFamilies.id, token.familyId))
  return { session }
}

/** The name under which servers are told that a session may have ended. */
export const sessionTopic = (familyId: string): string => `session ${familyId}`

/** Ends one device's session: its tokens and tickets hold no longer, and every server closes its sockets and streams. */
export const endFamily = (database: Database, familyId: string, reason: string, clock: Clock): Promise<void> =>
  endFamilies(database, eq(sessionFamilies.id, familyId), reason, clock)

/** Ends every session of a person. */
export const endAllFamilies = (database: Database, userId: string, reason: string, clock: Clock): Promise<void> =>
  endFamilies(database, eq(sessionFamilies.userId, userId), reason, clock)

async function endFamilies(database: Database, which: SQL, reason: string, clock: Clock): Promise<void> {
  const ended = await database
    .update(sessionFamilies)
    .set({ endedAt: clock.now(), endReason: reason })
    .where(and(which, isNull(sessionFamilies.endedAt)))
    .returning({ id: sessionFamilies.id })
  for (const { id } of ended) await notify(database, sessionTopic(id))
}

/** Whether a session goes on: it has not ended, and its person may sign in. */
export async function isSessionAlive(database: Database, familyId: string): Promise<boolean> {
  const found = await database
    .select({ id: sessionFamilies.id })
    .from(sessionFamilies)
    .innerJoin(users, eq(users.id, sessionFamilies.userId))
    .where(and(eq(sessionFamilies.id, familyId), isNull(sessionFamilies.endedAt), isNull(users.disabledAt)))
  return found.length > 0
}

/** Calls `onEnd` once, soon after a session has ended on any server. Returns how to stop watching. */
export function watchSession(
  { database, notifications }: Pick<Store, 'database' | 'notifications'>,
  familyId: string,
  onEnd: () => void,
): () => void {
  const stop = notifications.listen(sessionTopic(familyId), () => {
    // A wake-up may be spurious, and after a reconnection one may have been missed: the row is asked.
    isSessionAlive(database, familyId).then(
      (isAlive) => {
        if (isAlive) return
        stop()
        onEnd()
      },
      // The database is away. The listening connection is then away as well, and wakes this again once it is back.
      () => undefined,
    )
  })
  return stop
}

/** Clears away what no longer means anything: tokens, tickets and counters that are over. */
export async function forgetExpired(database: Database, clock: Clock): Promise<void> {
  await database.delete(sessionTokens).where(lt(sessionTokens.expiresAt, clock.now()))
  await database.delete(tickets).where(lt(tickets.expiresAt, clock.now()))
  await database.delete(attempts).where(lt(attempts.expire, clock.now()))
}
