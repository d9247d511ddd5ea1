import { and, eq } from 'drizzle-orm'
import { type Account, hasEmailAddress } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { sendMail } from '../../effects/index.ts'
import { isUniqueBroken, Problem } from '../../problem.ts'
import { users } from '../../store/schema/index.ts'
import { findByContact, getAccount } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { checkPassword } from '../sign-in/index.ts'
import {
  cancelVerificationsOf,
  checkCode,
  type Entered,
  hasTicket,
  requireChannel,
  startVerification,
} from '../verifications.ts'

/**
 * Sends a code to verify a phone number. The password is required, here or together with the code: a thief with a stolen
 * session could otherwise add a phone to the account, and then use the phone to sign in and to change the password
 * (product 12.60). If the number
 * belongs to another account, the owner of that account gets a text message without a code instead. The answer is the
 * same in both cases, so the caller does not learn about the other account. Throws `wrong_credentials`, and the errors
 * of `startVerification`.
 */
export async function startPhone(
  context: Context,
  person: Person,
  { phone, password }: { phone: string; password?: string | undefined },
): Promise<{ ticket: string }> {
  if (password !== undefined) await checkPassword(context, person, password)
  requireChannel(context, 'text')
  await context.attempts.countText(person.userId)
  const owner = await findByContact(context.database, { channel: 'text', to: phone })
  return startVerification(context, person.address, {
    purpose: password === undefined ? 'phone-without-password' : 'phone',
    to: phone,
    userId: person.userId,
    channel: 'text',
    message: owner === undefined || owner.id === person.userId ? 'code' : 'phone-taken',
  })
}

/**
 * Stores the phone number after its code was entered. The number replaces the earlier phone of the account, also as
 * second factor. A mail informs the person of the new phone. Throws `wrong_code` and, if the password was not given
 * with the number, `wrong_credentials`, also without a password.
 */
export async function confirmPhone(
  context: Context,
  person: Person,
  { password, ...entered }: Entered & { password?: string | undefined },
): Promise<Account> {
  const isUnchecked = await hasTicket(context, 'phone-without-password', entered.ticket, person.userId)
  if (isUnchecked) await checkPassword(context, person, password ?? '')
  const purpose = isUnchecked ? 'phone-without-password' : 'phone'
  const { to } = await checkCode(context, person.address, purpose, entered, person.userId)
  await context.database
    .transaction(async (tx) => {
      const inside = { ...context, database: tx }
      // For a person without an email address, `email` holds the phone number, so both columns change.
      const columns = hasEmailAddress(person) ? { phone: to } : { phone: to, email: to }
      await tx.update(users).set(columns).where(eq(users.id, person.userId))
      await cancelVerificationsOf(inside, person.userId)
      await audit(inside, person, 'account.phone', person.userId)
      await sendMail(inside, { to: person.email, template: 'phone-added', values: {} })
    })
    .catch((error: unknown) => {
      // This database error means that another account has the number. The answer is the same as for a wrong code, so
      // that the caller does not learn about that account.
      if (isUniqueBroken(error)) throw new Problem('wrong_code').because(error)
      throw error
    })
  return getAccount(context, person)
}

/**
 * Removes the phone from the account, and informs the person by mail. Throws `conflict` if the phone is the second
 * factor, and if the account has no email address, because the phone is then the only way to sign in.
 */
export async function removePhone(context: Context, person: Person): Promise<Account> {
  if (!hasEmailAddress(person))
    throw new Problem('conflict', 'This phone is your only way to sign in. Add an email address to your account first.')
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const isSelf = eq(users.id, person.userId)
    const [previousUser] = await tx.select({ phone: users.phone }).from(users).where(isSelf).for('update')
    const { rowCount } = await tx
      .update(users)
      .set({ phone: null })
      .where(and(isSelf, eq(users.secondFactorPhone, false)))
    if (rowCount === 0) {
      const message =
        'Your sign-in codes are sent to this phone. First turn off two-step sign-in, or choose to get the codes by email.'
      throw new Problem('conflict', message)
    }
    await cancelVerificationsOf(inside, person.userId)
    await audit(inside, person, 'account.phone', person.userId)
    if (previousUser?.phone != null) await sendMail(inside, { to: person.email, template: 'phone-removed', values: {} })
  })
  return getAccount(context, person)
}
