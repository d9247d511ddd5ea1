import { eq } from 'drizzle-orm'
import type { Session } from '../../../lib/contracts/index.ts'
import type { PortalCookie } from '../../auth/cookie.ts'
import { findFamily, issueCookie, longestSessionMs, refreshSession } from '../../auth/sessions/index.ts'
import type { Person, Stranger } from '../../authority/index.ts'
import { sessionFamilies } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { endRefusedFamily } from './methods.ts'

/**
 * Exchanges a refresh token for a new pair of tokens with `refreshSession`. Throws `session_ended` if the session has
 * ended. If a directory of the person no longer allows the way in which the session began, ends the session first.
 */
export async function refresh(
  context: Context,
  principal: Stranger,
  request: { refreshToken: string; device: string | undefined },
): Promise<Session> {
  const family = await findFamily(context.database, request.refreshToken)
  if (family !== undefined) await endRefusedFamily(context, principal, family)
  return refreshSession(context.database, request, context.clock, longestSessionMs(context.config))
}

/**
 * Creates a token for the portal's cookie in the session of this call (product 12.10). Throws `session_ended` if the
 * session has ended. If a directory of the person no longer allows the way in which the session began, ends the session
 * first.
 */
export async function issuePortalCookie(context: Context, person: Person): Promise<PortalCookie> {
  const { familyId } = person
  const [family] = await context.database.select().from(sessionFamilies).where(eq(sessionFamilies.id, familyId))
  if (family !== undefined) await endRefusedFamily(context, person, family)
  return issueCookie(context.database, familyId, context.clock, longestSessionMs(context.config))
}
