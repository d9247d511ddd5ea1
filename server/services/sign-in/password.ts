import type { SignIn } from '../../../lib/contracts/index.ts'
import { refuseCommonPassword } from '../../auth/common-passwords.ts'
import { hashPassword, passwordFits } from '../../auth/passwords.ts'
import type { Person, Stranger } from '../../authority/index.ts'
import { sendMail } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import { findByContact, findByEmail, findEnabled, storePasswordHash } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { type Contact, checkCode, type Entered, startVerification } from '../verifications.ts'
import { enter, provenPerson } from './enter.ts'

/**
 * Signs in by password, with an email address or a phone. An unknown address or number gets the same error after the
 * same amount of work, so that accounts cannot be discovered. Failures are counted for the address or the number that
 * was entered. With one counter per person, a stranger could find out which address and number belong to the same
 * person. Throws `wrong_credentials`, `too_many_requests`, `sign_in_refused`, and `no_mail` or `no_text` if the second
 * factor cannot be sent.
 */
export async function signInByPassword(
  context: Context,
  principal: Stranger,
  contact: Contact,
  input: { password: string; device?: string | undefined },
): Promise<SignIn> {
  const succeeded = await context.attempts.begin(contact.to, principal.address)
  const user = await findByContact(context.database, contact)
  const fits = await passwordFits(user?.passwordHash ?? null, input.password)
  if (!fits || user === undefined || user.disabledAt !== null) {
    await audit(context, principal, 'account.sign-in-refused', user?.id ?? null)
    const message = contact.channel === 'text' ? 'The phone number or the password is wrong.' : undefined
    throw new Problem('wrong_credentials', message)
  }
  await succeeded()
  const method = contact.channel === 'text' ? 'phone' : 'email'
  return enter(context, principal, user, { device: input.device, method })
}

/**
 * Checks the password of a signed-in person before an important action, so that somebody with a stolen session cannot
 * do this action. A wrong password is counted as a failed sign-in. Throws `wrong_credentials`, and `too_many_requests`
 * after too many wrong passwords.
 */
export async function checkPassword(context: Context, person: Person, password: string): Promise<void> {
  const succeeded = await context.attempts.begin(person.email, person.address)
  const user = await findByEmail(context.database, person.email)
  if (!(await passwordFits(user?.passwordHash ?? null, password))) {
    await audit(context, person, 'account.sign-in-refused', person.userId)
    throw new Problem(
      'wrong_credentials',
      user?.passwordHash === null
        ? 'Your account has no password yet. Sign out, and choose a password with "Forgot password?".'
        : 'The password is wrong.',
    )
  }
  await succeeded()
}

/**
 * Sends a code for a new password. The answer is the same for known and unknown people. If the phone is the second
 * factor of the account, no code is sent to the phone, because a person who holds the phone could then sign in without
 * any other factor (product 12.63). Throws the errors of `startVerification`.
 */
export async function startPasswordReset(
  context: Context,
  { address }: Stranger,
  contact: Contact,
): Promise<{ ticket: string }> {
  const user = await findEnabled(context.database, contact)
  const isSecondFactor = user?.secondFactorPhone === true
  const start = { purpose: 'reset-password', to: contact.to } as const
  return startVerification(
    context,
    address,
    contact.channel === 'mail'
      ? { ...start, userId: user?.id ?? null, channel: 'mail', message: user ? 'code' : null }
      : {
          ...start,
          userId: user && !isSecondFactor ? user.id : null,
          channel: 'text',
          message: user ? (isSecondFactor ? 'password-by-email' : 'code') : null,
        },
  )
}

/**
 * Changes a forgotten password and ends every session (product 12.8). A mail informs the person. Throws `wrong_code`,
 * and `invalid_request` for a common password; in the second case the code stays valid.
 */
export async function resetPassword(
  context: Context,
  principal: Stranger,
  { password, ...entered }: Entered & { password: string },
): Promise<void> {
  await refuseCommonPassword(password, '')
  const proven = await checkCode(context, principal.address, 'reset-password', entered)
  const person = await provenPerson(context, proven)
  // The phone may have become the second factor after the code was sent to it. If the code were accepted, a person who
  // only holds the phone could sign in (see `startPasswordReset`).
  if (proven.channel === 'text' && person.secondFactorPhone) throw new Problem('wrong_code')
  const who = { userId: person.id, administratorId: null, email: person.email, address: principal.address }
  await replacePassword(context, who, password)
}

/**
 * Changes the password of a signed-in person and ends every session, including the present one (product 12.8). A mail
 * informs the person. Throws `wrong_credentials`, `too_many_requests`, and `invalid_request` for a common password.
 */
export async function changePassword(context: Context, person: Person, current: string, next: string): Promise<void> {
  await refuseCommonPassword(next, person.email, 'body.newPassword')
  await checkPassword(context, person, current)
  await replacePassword(context, person, next)
}

async function replacePassword(
  context: Context,
  who: Pick<Person, 'userId' | 'administratorId' | 'email' | 'address'>,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    await storePasswordHash(inside, who.userId, passwordHash)
    await audit(inside, who, 'account.password', who.userId)
    await sendMail(inside, { to: who.email, template: 'password-changed', values: {} })
  })
}
