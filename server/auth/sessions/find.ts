import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../store/index.ts'
import { preparedOnce } from '../../store/prepared.ts'
import { directoryRoles, sessionFamilies, sessionTokens, users } from '../../store/schema/index.ts'
import { hashToken } from '../tokens.ts'

/** Prepared, because every call of a signed-in person runs this query. */
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
  const [row] = await sessionQuery(database).execute({ hash: hashToken(token), kind, now: clock.now().toISOString() })
  if (row === undefined) return null
  const { replacedAt, directoryId, permissions, ...session } = row
  const directory = directoryId === null || permissions === null ? null : { id: directoryId, permissions }
  return { ...session, directory, tokenReplaced: replacedAt !== null }
}

export async function findFamily(database: Database, token: string) {
  const [family] = await database
    .select({ id: sessionFamilies.id, userId: sessionFamilies.userId, method: sessionFamilies.method })
    .from(sessionTokens)
    .innerJoin(sessionFamilies, eq(sessionFamilies.id, sessionTokens.familyId))
    .where(and(eq(sessionTokens.hash, hashToken(token)), isNull(sessionFamilies.endedAt)))
  return family
}
