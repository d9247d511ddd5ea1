import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Session } from '../../../lib/contracts/index.ts'
import type { Clock } from '../../clock.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { sessionFamilies, sessionTokens, users } from '../../store/schema/index.ts'
import { hashToken } from '../tokens.ts'
import { endFamily } from './end.ts'
import { issue } from './issue.ts'

/**
 * Time in ms after the first use of a refresh token in which the token is accepted again, if nobody has used the new
 * refresh token of the response. So a client that did not receive the response can repeat its request. Without this, a
 * broken connection would sign the user out.
 */
const lostAnswerMs = 60_000

interface RefreshRequest {
  refreshToken: string
  device: string | undefined
}

type Exchange = { session: Session } | { reusedIn: string } | null

/**
 * Exchanges a refresh token for a new pair of tokens. `device`, if given, renames the device. A token that is used
 * twice may have been stolen, so its whole session ends. The session does not end if the response to the first use may
 * have been lost (see `lostAnswerMs`). `familyMs` is the maximum age of a session in ms. Throws `session_ended`. Do not
 * call this function inside a transaction: the error would roll back the end of the session.
 */
export async function refreshSession(
  database: Database,
  { refreshToken, device }: RefreshRequest,
  clock: Clock,
  familyMs: number,
): Promise<Session> {
  const request = { hash: hashToken(refreshToken), device }
  const exchange = await database.transaction((tx) => exchangeToken(tx, request, clock, familyMs))
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
      userId: sessionFamilies.userId,
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
    // The client did not receive the first response, so the refresh token of that response is invalidated. If somebody
    // has already used that token, or uses it later, it was stolen, and the whole session ends.
    const [withdrawn] = await tx
      .update(sessionTokens)
      .set({ usedAt: now })
      .where(and(eq(sessionTokens.hash, token.successor), isNull(sessionTokens.usedAt)))
      .returning({ hash: sessionTokens.hash })
    if (withdrawn === undefined) return { reusedIn: token.familyId }
  }
  // Older access tokens stay valid until they expire, because requests that are already running use them. Only the call
  // that verifies a token refuses an older token, if the caller sets `strict`.
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
