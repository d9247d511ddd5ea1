import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Session, SignInMethod } from '../../../lib/contracts/index.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { directoryRoles, sessionFamilies, sessionTokens, users } from '../../store/schema/index.ts'
import { hashToken, newToken } from '../tokens.ts'

const accessMs = 15 * 60_000
const refreshMs = 30 * 24 * 60 * 60_000
/** Lifetime of the portal's cookie: one working day. Opening the portal again renews it. */
const cookieMs = 12 * 60 * 60_000

export const longestSessionMs = ({ sessionMaxDays }: Pick<Config, 'sessionMaxDays'>): number =>
  sessionMaxDays * 24 * 60 * 60_000

const dateAfter = (clock: Clock, ms: number) => new Date(clock.now().getTime() + ms)

interface SessionStart {
  userId: string
  device: string | undefined
  /** How the person has signed in. Null: the method is not known, or an administrator acts as this person. */
  method: SignInMethod | null
  /**
   * The value of `users.sessionEndings` at the time of the check that allows this session, such as the check of the
   * password. Read it no later than this check.
   */
  sessionEndings: number
  /**
   * The id of the session that requested this session. If the requesting session has ended, this session is refused.
   * Absent: no session requested this session, because a credential such as a password was checked.
   */
  openerId?: string
  directoryId?: string | null
  administratorId?: string | null
  parentId?: string | null
  endsAt?: Date | null
}

/**
 * Creates a session for a device, with its first pair of tokens. Throws `session_ended` if the check that allowed the
 * session no longer counts (see `requireAllowed`).
 */
export const beginSession = (database: Database, start: SessionStart, clock: Clock): Promise<Session> =>
  database.transaction(async (tx) => {
    await requireAllowed(tx, start)
    const { userId, device, method, directoryId, administratorId = null, parentId = null, endsAt = null } = start
    const familyId = randomUUID()
    await tx.insert(sessionFamilies).values({
      id: familyId,
      userId,
      device: device ?? null,
      method,
      directoryId:
        directoryId !== undefined
          ? directoryId
          : sql`(select ${directoryRoles.directoryId} from ${directoryRoles} where ${directoryRoles.userId} = ${userId} order by ${directoryRoles.createdAt}, ${directoryRoles.id} limit 1)`,
      administratorId,
      parentId,
      endsAt,
      createdAt: clock.now(),
      lastUsedAt: clock.now(),
    })
    return (await issue(tx, { familyId, userId, endsAt }, clock)).session
  })

/**
 * Locks the rows of the user and of the acting administrator until the end of the transaction, and throws
 * `session_ended` in these cases:
 * - All sessions of the user were ended, or the user was disabled, after the check that allowed the session. Without
 *   this case, a person who signs in with the old password during a change of the password would stay signed in.
 * - The session that opened this session has ended.
 * - The administrator has lost the rights of an administrator.
 *
 * The functions of `end.ts` lock the same rows.
 */
async function requireAllowed(
  tx: Database,
  { userId, sessionEndings, administratorId = null, openerId }: SessionStart,
): Promise<void> {
  const people = await tx
    .select({
      id: users.id,
      admin: users.admin,
      disabledAt: users.disabledAt,
      sessionEndings: users.sessionEndings,
    })
    .from(users)
    .where(inArray(users.id, [userId, ...(administratorId === null ? [] : [administratorId])]))
    // All transactions lock the rows in the same order, so that there is no deadlock.
    .orderBy(users.id)
    .for('share')
  const enabled = people.filter(({ disabledAt }) => disabledAt === null)
  const isUserAllowed = enabled.some((one) => one.id === userId && one.sessionEndings === sessionEndings)
  const isAdministratorAllowed =
    administratorId === null || enabled.some(({ id, admin }) => id === administratorId && admin)
  if (!isUserAllowed || !isAdministratorAllowed || (openerId !== undefined && !(await isOpen(tx, openerId))))
    throw new Problem('session_ended', 'All sessions of this account were ended a moment ago. Sign in again.')
}

async function isOpen(tx: Database, familyId: string): Promise<boolean> {
  const [opener] = await tx
    .select({ endedAt: sessionFamilies.endedAt })
    .from(sessionFamilies)
    .where(eq(sessionFamilies.id, familyId))
  return opener?.endedAt === null
}

/**
 * Creates an access token and a refresh token. Both tokens expire no later than the session (`endsAt`). `refreshHash`
 * is the hash of the refresh token.
 */
export async function issue(
  database: Database,
  { familyId, userId, endsAt }: { familyId: string; userId: string; endsAt: Date | null },
  clock: Clock,
): Promise<{ session: Session; refreshHash: string }> {
  const accessToken = newToken()
  const refreshToken = newToken()
  const atMost = (date: Date) => (endsAt !== null && endsAt < date ? endsAt : date)
  const expiresAt = atMost(dateAfter(clock, accessMs))
  await database.insert(sessionTokens).values([
    { hash: hashToken(accessToken), familyId, kind: 'access', expiresAt },
    { hash: hashToken(refreshToken), familyId, kind: 'refresh', expiresAt: atMost(dateAfter(clock, refreshMs)) },
  ])
  return {
    session: { accessToken, refreshToken, expiresAt: expiresAt.toISOString(), userId },
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
  const ends = [dateAfter(clock, cookieMs), new Date(family.createdAt.getTime() + familyMs), family.endsAt]
  const expiresAt = new Date(Math.min(...ends.flatMap((end) => (end === null ? [] : [end.getTime()]))))
  const token = newToken()
  await database.insert(sessionTokens).values({ hash: hashToken(token), familyId, kind: 'cookie', expiresAt })
  await database.update(sessionFamilies).set({ lastUsedAt: clock.now() }).where(eq(sessionFamilies.id, familyId))
  return { token, expiresAt }
}
