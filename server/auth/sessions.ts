import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Session, SignInMethod } from '../../lib/contracts/index.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { Problem } from '../problem.ts'
import { type Database, notify, type Store } from '../store/index.ts'
import { preparedOnce } from '../store/prepared.ts'
import { attempts, directoryRoles, sessionFamilies, sessionTokens, tickets, users } from '../store/schema/index.ts'
import { hashToken, newToken } from './tokens.ts'

const accessMs = 15 * 60_000
/**
 * Time in ms for which a used refresh token is accepted once more, if nobody has used the tokens of the first response.
 * That response may have been lost; without this time, a broken connection would sign the user out.
 */
const lostAnswerMs = 60_000
/** Lifetime of a refresh token. A device that is not used for this long must sign in again. */
const refreshMs = 30 * 24 * 60 * 60_000

/** Lifetime of the portal's cookie: one working day. Opening the portal again renews it. */
const cookieMs = 12 * 60 * 60_000

/** Maximum age of a session, in milliseconds. */
export const longestSessionMs = ({ sessionMaxDays }: Pick<Config, 'sessionMaxDays'>): number =>
  sessionMaxDays * 24 * 60 * 60_000

const later = (clock: Clock, ms: number) => new Date(clock.now().getTime() + ms)

/** A session to begin. */
interface SessionStart {
  userId: string
  device: string | undefined
  /** How the person has signed in. Null: not known, or an administrator acts. */
  method: SignInMethod | null
  /** The directory in which the person acts. Absent: the directory of the oldest seat, if there is one. */
  directoryId?: string | null
  /** The administrator who acts as this person. */
  administratorId?: string | null
  /** Time at which the session ends at the latest. Absent: the configuration decides. */
  endsAt?: Date | null
}

/** Creates a session for a device, with its first pair of tokens. */
export async function beginSession(
  database: Database,
  { userId, device, method, directoryId, administratorId = null, endsAt = null }: SessionStart,
  clock: Clock,
): Promise<Session> {
  const familyId = randomUUID()
  await database.insert(sessionFamilies).values({
    id: familyId,
    userId,
    device: device ?? null,
    method,
    directoryId:
      directoryId !== undefined
        ? directoryId
        : sql`(select ${directoryRoles.directoryId} from ${directoryRoles} where ${directoryRoles.userId} = ${userId} order by ${directoryRoles.createdAt}, ${directoryRoles.id} limit 1)`,
    administratorId,
    endsAt,
    createdAt: clock.now(),
    lastUsedAt: clock.now(),
  })
  return (await issue(database, { familyId, endsAt }, clock)).session
}

/**
 * Creates an access token and a refresh token. They expire no later than their session. `refreshHash` is the hash of
 * the refresh token.
 */
async function issue(
  database: Database,
  { familyId, endsAt }: { familyId: string; endsAt: Date | null },
  clock: Clock,
): Promise<{ session: Session; refreshHash: string }> {
  const accessToken = newToken()
  const refreshToken = newToken()
  const atMost = (date: Date) => (endsAt !== null && endsAt < date ? endsAt : date)
  const expiresAt = atMost(later(clock, accessMs))
  await database.insert(sessionTokens).values([
    { hash: hashToken(accessToken), familyId, kind: 'access', expiresAt },
    { hash: hashToken(refreshToken), familyId, kind: 'refresh', expiresAt: atMost(later(clock, refreshMs)) },
  ])
  return {
    session: { accessToken, refreshToken, expiresAt: expiresAt.toISOString() },
    refreshHash: hashToken(refreshToken),
  }
}

/**
 * Creates a token for the portal's cookie in an existing session. It is valid for 12 hours, but no longer than the
 * session. `familyMs` is the maximum age of a session.
 */
export async function issueCookie(
  database: Database,
  familyId: string,
  clock: Clock,
  familyMs: number,
): Promise<{ token: string; expiresAt: Date }> {
  const [family] = await database.select().from(sessionFamilies).where(eq(sessionFamilies.id, familyId))
  if (family === undefined) throw new Problem('session_ended')
  const ends = [later(clock, cookieMs), new Date(family.createdAt.getTime() + familyMs), family.endsAt]
  const expiresAt = new Date(Math.min(...ends.flatMap((end) => (end === null ? [] : [end.getTime()]))))
  const token = newToken()
  await database.insert(sessionTokens).values({ hash: hashToken(token), familyId, kind: 'cookie', expiresAt })
  await database.update(sessionFamilies).set({ lastUsedAt: clock.now() }).where(eq(sessionFamilies.id, familyId))
  return { token, expiresAt }
}

/** Every call of a signed-in person runs this query. */
const sessionQuery = preparedOnce((database) =>
  database
    .select({
      userId: users.id,
      email: users.email,
      admin: users.admin,
      familyId: sessionFamilies.id,
      replacedAt: sessionTokens.usedAt,
      expiresAt: sessionTokens.expiresAt,
      administratorId: sessionFamilies.administratorId,
      directoryId: directoryRoles.directoryId,
      permissions: directoryRoles.permissions,
    })
    .from(sessionTokens)
    .innerJoin(sessionFamilies, eq(sessionFamilies.id, sessionTokens.familyId))
    .innerJoin(users, eq(users.id, sessionFamilies.userId))
    // A person who has left the directory stays signed in, but then acts in no directory.
    .leftJoin(
      directoryRoles,
      and(eq(directoryRoles.directoryId, sessionFamilies.directoryId), eq(directoryRoles.userId, users.id)),
    )
    .where(
      and(
        eq(sessionTokens.hash, sql.placeholder('hash')),
        eq(sessionTokens.kind, sql.placeholder('kind')),
        gt(sessionTokens.expiresAt, sql.placeholder('now')),
        isNull(sessionFamilies.endedAt),
        isNull(users.disabledAt),
        or(isNull(sessionFamilies.endsAt), gt(sessionFamilies.endsAt, sql.placeholder('now'))),
      ),
    )
    .prepare(''),
)

/**
 * Finds the session of an access token, or of the token in the portal's cookie. Null if the token is unknown or
 * expired, the session has ended, or the user is disabled. Uses a single query, because every call of the API runs it.
 */
export async function findSession(
  database: Database,
  token: string,
  clock: Clock,
  kind: 'access' | 'cookie' = 'access',
) {
  const [found] = await sessionQuery(database).execute({ hash: hashToken(token), kind, now: clock.now().toISOString() })
  if (found === undefined) return null
  const { replacedAt, directoryId, permissions, ...session } = found
  const directory = directoryId === null || permissions === null ? null : { id: directoryId, permissions }
  return { ...session, directory, tokenReplaced: replacedAt !== null }
}

interface RefreshRequest {
  refreshToken: string
  device: string | undefined
}

/**
 * Result of exchanging a refresh token: a new session, the id of the session whose token was used twice, or null if the
 * token is invalid.
 */
type Exchange = { session: Session } | { reusedIn: string } | null

/**
 * Exchanges a refresh token for a new pair of tokens. `device`, if given, renames the device. A token that is used
 * twice may have been stolen, so its whole session ends, unless the response to the first use may have been lost (see
 * `lostAnswerMs`). `familyMs` is the maximum age of a session. Throws `session_ended`. Do not call this inside a
 * transaction: the error would roll back the end of the session.
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
      endsAt: sessionFamilies.endsAt,
      usedAt: sessionTokens.usedAt,
      successor: sessionTokens.successor,
      isOver: sql<
        boolean | null
      >`${sessionTokens.expiresAt} <= ${now} or ${sessionFamilies.createdAt} <= ${new Date(now.getTime() - familyMs)} or ${sessionFamilies.endsAt} <= ${now}`,
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
    // With this row lock, the second of two parallel exchanges of the same token sees the result of the first exchange.
    .for('update', { of: sessionTokens })
  if (token === undefined || token.isOver) return null
  if (token.usedAt !== null) {
    if (token.successor === null || now.getTime() - token.usedAt.getTime() > lostAnswerMs) {
      return { reusedIn: token.familyId }
    }
    // Invalidates the token pair of the response that was lost. If a client uses that pair later, the pair was stolen,
    // and all tokens of this sign-in become invalid.
    const [withdrawn] = await tx
      .update(sessionTokens)
      .set({ usedAt: now })
      .where(and(eq(sessionTokens.hash, token.successor), isNull(sessionTokens.usedAt)))
      .returning({ hash: sessionTokens.hash })
    if (withdrawn === undefined) return { reusedIn: token.familyId }
  }
  // Older access tokens stay valid until they expire, because requests that are already running use them. Only a caller
  // that verifies a token with `strict` sees it rejected.
  await tx
    .update(sessionTokens)
    .set({ usedAt: now })
    .where(
      and(eq(sessionTokens.familyId, token.familyId), eq(sessionTokens.kind, 'access'), isNull(sessionTokens.usedAt)),
    )
  const { session, refreshHash } = await issue(tx, token, clock)
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

/** Returns the session of this token with its user and its way to sign in, if the session has not ended. */
export async function findFamily(database: Database, token: string) {
  const [found] = await database
    .select({ id: sessionFamilies.id, userId: sessionFamilies.userId, method: sessionFamilies.method })
    .from(sessionTokens)
    .innerJoin(sessionFamilies, eq(sessionFamilies.id, sessionTokens.familyId))
    .where(and(eq(sessionTokens.hash, hashToken(token)), isNull(sessionFamilies.endedAt)))
  return found
}

/** Returns the topic on which servers are notified that this session may have ended. */
export const sessionTopic = (familyId: string): string => `session ${familyId}`

/**
 * Ends the session of one device. Its tokens and tickets become invalid, and all servers close its sockets and streams.
 */
export const endFamily = (database: Database, familyId: string, reason: string, clock: Clock): Promise<void> =>
  endFamilies(database, eq(sessionFamilies.id, familyId), reason, clock)

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

async function endFamilies(database: Database, which: SQL, reason: string, clock: Clock): Promise<void> {
  const ended = await database
    .update(sessionFamilies)
    .set({ endedAt: clock.now(), endReason: reason })
    .where(and(which, isNull(sessionFamilies.endedAt)))
    .returning({ id: sessionFamilies.id })
  for (const { id } of ended) await notify(database, sessionTopic(id))
}

/** True if the session has not ended and its user is not disabled. */
export async function isSessionAlive(database: Database, familyId: string): Promise<boolean> {
  const found = await database
    .select({ id: sessionFamilies.id })
    .from(sessionFamilies)
    .innerJoin(users, eq(users.id, sessionFamilies.userId))
    .where(and(eq(sessionFamilies.id, familyId), isNull(sessionFamilies.endedAt), isNull(users.disabledAt)))
  return found.length > 0
}

/** Calls `onEnd` once, soon after the session has ended on any server. Returns a function that stops the calls. */
export function watchSession(
  { database, notifications }: Pick<Store, 'database' | 'notifications'>,
  familyId: string,
  onEnd: () => void,
): () => void {
  const stop = notifications.listen(sessionTopic(familyId), () => {
    // A notification may be spurious or may have been missed, so the row is read.
    isSessionAlive(database, familyId).then(
      (isAlive) => {
        if (isAlive) return
        stop()
        onEnd()
      },
      // The database is not available. The connection for notifications is then broken too, and calls this listener
      // again after it has reconnected.
      () => undefined,
    )
  })
  return stop
}

/** Deletes expired tokens, tickets and counters. */
export async function forgetExpired(database: Database, clock: Clock): Promise<void> {
  await database.delete(sessionTokens).where(lt(sessionTokens.expiresAt, clock.now()))
  await database.delete(tickets).where(lt(tickets.expiresAt, clock.now()))
  await database.delete(attempts).where(lt(attempts.expire, clock.now()))
}
