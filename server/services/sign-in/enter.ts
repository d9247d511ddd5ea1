import { and, eq, isNull } from 'drizzle-orm'
import { hasEmailAddress, type Session, type SignIn, type SignInMethod } from '../../../lib/contracts/index.ts'
import { beginSession } from '../../auth/sessions/index.ts'
import { requiresSecondFactor, type Stranger } from '../../authority/index.ts'
import { fateOf } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import { users } from '../../store/schema/index.ts'
import { hasContact } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import {
  allowSecondFactor,
  type Contact,
  checkCode,
  type Entered,
  type ProvenUser,
  writeVerification,
} from '../verifications.ts'
import { refuseMethod } from './methods.ts'

/** Begins a session and records it in the audit log. Throws the error `session_ended` of `beginSession`. */
export const begin = (
  context: Context,
  { address }: Stranger,
  start: Parameters<typeof beginSession>[1],
): Promise<Session> =>
  context.database.transaction(async (tx) => {
    const who = { userId: start.userId, administratorId: start.administratorId ?? null, address }
    await audit({ ...context, database: tx }, who, 'account.sign-in', start.userId)
    return beginSession(tx, start, context.clock)
  })

type SecondFactorOwner = Pick<typeof users.$inferSelect, 'email' | 'phone' | 'secondFactorPhone' | 'secondFactorEmail'>

/**
 * Returns where the code of the second factor is sent. The code goes to the phone, if there is one, in three cases: the
 * person has chosen the phone; the person has no email address; or this server can send text messages but no mails, and
 * the person has not chosen the email. Otherwise, the code goes to the email address.
 */
export function secondFactorOf({ config }: Pick<Context, 'config'>, user: SecondFactorOwner): Contact {
  const { email, phone, secondFactorPhone, secondFactorEmail } = user
  const onlyText = fateOf(config, 'mail') === 'none' && fateOf(config, 'text') !== 'none'
  const prefersText = secondFactorPhone || !hasEmailAddress(user) || (onlyText && !secondFactorEmail)
  if (phone !== null && prefersText) return { channel: 'text', to: phone }
  return { channel: 'mail', to: email }
}

const factors = { mail: 'email', text: 'phone' } as const

/**
 * Signs in a person who has proved to be the owner of the account, for example with the password. Returns a session, or
 * the ticket of the second factor if the person or a directory of the person requires a second factor (product 12.1,
 * 12.9). Throws `sign_in_refused` if a directory of the person does not allow this way to sign in.
 */
export async function enter(
  context: Context,
  principal: Stranger,
  user: Pick<typeof users.$inferSelect, 'id' | 'sessionEndings'> & SecondFactorOwner,
  { device, method }: { device: string | undefined; method: SignInMethod },
): Promise<SignIn> {
  const { id: userId, sessionEndings } = user
  await refuseMethod(context, principal, userId, method)
  if (!(await requiresSecondFactor(context.database, userId))) {
    const session = await begin(context, principal, { userId, device, method, sessionEndings })
    await context.attempts.succeeded(user.email, principal.address)
    return session
  }
  const contact = secondFactorOf(context, user)
  await allowSecondFactor(context, contact)
  const request = { method, sessionEndings }
  const start = { purpose: 'second-factor', userId, ...contact, request, message: 'code' } as const
  const { ticket } = await writeVerification(context, start)
  return { secondFactor: factors[contact.channel], ticket }
}

/**
 * Completes a sign-in with the code that was sent as second factor. Throws `wrong_code`, `sign_in_refused` if a
 * directory of the person does not allow the first factor, and the error of `begin`.
 */
export async function enterWithSecondFactor(
  context: Context,
  principal: Stranger,
  { device, ...entered }: Entered & { device?: string | undefined },
): Promise<Session> {
  const verification = await checkCode(context, principal.address, 'second-factor', entered)
  const { id: userId, ...person } = await provenPerson(context, verification)
  // After the first factor was checked, a directory of the person may have changed the permitted ways to sign in.
  const method = verification.request?.method ?? 'email'
  await refuseMethod(context, principal, userId, method)
  // If all sessions of the person were ended after the first factor was checked, `begin` throws `session_ended`, and
  // the person must sign in again.
  const sessionEndings = verification.request?.sessionEndings ?? person.sessionEndings
  return begin(context, principal, { userId, device, method, sessionEndings })
}

/**
 * Returns the person to whom a correct code belongs, with `sessionEndings` as it was when the code was checked. Throws
 * `wrong_code` if there is no such person, if the account is disabled, or if the email or phone of the account has
 * changed since the code was sent.
 */
export async function provenPerson(
  { database }: Context,
  { userId, sessionEndings, ...contact }: Contact & ProvenUser,
) {
  const [person] =
    userId === null
      ? []
      : await database
          .select()
          .from(users)
          .where(and(eq(users.id, userId), hasContact(contact), isNull(users.disabledAt)))
  if (person === undefined || sessionEndings === null) throw new Problem('wrong_code')
  return { ...person, sessionEndings }
}
