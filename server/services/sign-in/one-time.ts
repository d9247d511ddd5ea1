import { randomUUID } from 'node:crypto'
import { eq, getTableColumns } from 'drizzle-orm'
import type { Session } from '../../../lib/contracts/index.ts'
import { longestSessionMs } from '../../auth/sessions/index.ts'
import { type Person, requiresSecondFactor, type Stranger } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { sessionFamilies, users } from '../../store/schema/index.ts'
import { findEnabled } from '../accounts.ts'
import type { Context } from '../index.ts'
import { newTicket, redeemTicket } from '../tickets.ts'
import { type Contact, checkCode, type Entered, startVerification } from '../verifications.ts'
import { begin, provenPerson } from './enter.ts'
import { endRefusedFamily, refuseMethod } from './methods.ts'

/**
 * Sends a code with which a person signs in without the password (product 12.5). The answer is the same for known and
 * unknown people. An account with a second factor gets no code, because the code would replace both factors; a message
 * tells the person to sign in with the password. Throws the errors of `startVerification`.
 */
export async function sendSignInCode(
  context: Context,
  { address }: Stranger,
  contact: Contact,
): Promise<{ ticket: string }> {
  const user = await findEnabled(context.database, contact)
  // The database is also queried for an unknown person (with a random id), so that the answer takes the same time.
  const needsPassword = await requiresSecondFactor(context.database, user?.id ?? randomUUID())
  return startVerification(context, address, {
    purpose: 'sign-in',
    userId: user && !needsPassword ? user.id : null,
    ...contact,
    message: user ? (needsPassword ? 'password-needed' : 'code') : null,
  })
}

export async function signInWithCode(
  context: Context,
  principal: Stranger,
  { device, ...entered }: Entered & { device?: string | undefined },
): Promise<Session> {
  const verification = await checkCode(context, principal.address, 'sign-in', entered)
  const { id: userId, sessionEndings } = await provenPerson(context, verification)
  const method = verification.channel === 'text' ? 'phone' : 'email'
  await refuseMethod(context, principal, userId, method)
  // The second factor may have been turned on after the code was sent. If the code were accepted, it would replace the
  // second factor too.
  if (await requiresSecondFactor(context.database, userId)) throw new Problem('wrong_code')
  return begin(context, principal, { userId, device, method, sessionEndings })
}

/** Creates a hand-over secret. With it, another page of the same person can sign in once within 60 s (product 12.5). */
export async function createHandOver(context: Context, person: Person): Promise<{ secret: string; expiresAt: string }> {
  const { ticket, expiresAt } = await newTicket(context, person, 'hand-over')
  return { secret: ticket, expiresAt }
}

/**
 * Signs in with a hand-over secret. The new session ends with the session that created the secret: a person who signs
 * out of the panel on a shared computer must not stay signed in to the portal. If an administrator acts as the person,
 * the new session names the administrator too. Throws `session_ended` if the secret is unknown, used or expired, or if
 * the session that created the secret has ended. Also throws `session_ended` if a directory of the person no longer
 * allows the way in which that session began.
 */
export async function signInWithHandOver(
  context: Context,
  principal: Stranger,
  { secret, device }: { secret: string; device?: string | undefined },
): Promise<Session> {
  const redeemed = await redeemTicket(context, 'hand-over', secret)
  const [first] =
    redeemed === null || redeemed.familyId === null
      ? []
      : await context.database
          .select({ ...getTableColumns(sessionFamilies), sessionEndings: users.sessionEndings })
          .from(sessionFamilies)
          .innerJoin(users, eq(users.id, sessionFamilies.userId))
          .where(eq(sessionFamilies.id, redeemed.familyId))
  if (first === undefined)
    throw new Problem(
      'session_ended',
      'This link was already used or has expired. Sign in, or open the page from Chartside again.',
    )
  await endRefusedFamily(context, principal, first)
  const longest = new Date(first.createdAt.getTime() + longestSessionMs(context.config))
  return begin(context, principal, {
    userId: first.userId,
    device,
    method: first.method,
    sessionEndings: first.sessionEndings,
    openerId: first.id,
    directoryId: first.directoryId,
    administratorId: first.administratorId,
    parentId: first.parentId ?? first.id,
    endsAt: first.endsAt === null || first.endsAt > longest ? longest : first.endsAt,
  })
}
