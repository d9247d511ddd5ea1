import type { SignIn } from '../../../lib/contracts/index.ts'
import { refuseCommonPassword } from '../../auth/common-passwords.ts'
import { hashPassword, passwordFits } from '../../auth/passwords.ts'
import { type Person, refuseActing, type Stranger } from '../../authority/index.ts'
import { sendMail } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import { findByEmail, findEnabledByEmail, storePasswordHash } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { checkCode, type Entered, startVerification } from '../verifications.ts'
import { enter, provenPerson } from './enter.ts'

/**
 * Signs in by password. Unknown emails get the same error after the same amount of work, so that accounts cannot be
 * discovered. Throws `wrong_credentials`, `too_many_requests`, `sign_in_refused`, and `no_mail` if the second factor cannot
 * be sent.
 */
export async function signInByEmail(
  context: Context,
  principal: Stranger,
  input: { email: string; password: string; device?: string | undefined },
): Promise<SignIn> {
  await context.attempts.check(input.email, principal.address)
  const user = await findByEmail(context.database, input.email)
  const fits = await passwordFits(user?.passwordHash ?? null, input.password)
  if (!fits || user === undefined || user.disabledAt !== null) {
    await context.attempts.failed(input.email, principal.address)
    await audit(context, principal, 'account.sign-in-refused', user?.id ?? null)
    throw new Problem('wrong_credentials')
  }
  await context.attempts.succeeded(input.email, principal.address)
  return enter(context, principal, user, { device: input.device, method: 'email' })
}

/**
 * Checks the password of a signed-in person before something that a stolen session must not be able to do. It counts as
 * a sign-in attempt. Throws `wrong_credentials`, `too_many_requests`.
 */
export async function checkPassword(context: Context, person: Person, password: string): Promise<void> {
  await context.attempts.check(person.email, person.address)
  const user = await findByEmail(context.database, person.email)
  if (!(await passwordFits(user?.passwordHash ?? null, password))) {
    await context.attempts.failed(person.email, person.address)
    await audit(context, person, 'account.sign-in-refused', person.userId)
    throw new Problem(
      'wrong_credentials',
      user?.passwordHash === null
        ? 'Your account has no password yet. Sign out, and choose one with "Forgot password?".'
        : 'The password is wrong.',
    )
  }
  await context.attempts.succeeded(person.email, person.address)
}

/** Sends a code for a new password. Known and unknown people get the same answer. Throws like `startVerification`. */
export async function startPasswordReset(
  context: Context,
  { address }: Stranger,
  email: string,
): Promise<{ ticket: string }> {
  const user = await findEnabledByEmail(context.database, email)
  return startVerification(context, address, {
    purpose: 'reset-password',
    to: email,
    userId: user?.id ?? null,
    mail: user ? 'code' : null,
  })
}

/**
 * Changes a forgotten password and ends every session (product 12.8). A mail tells the person. Throws `wrong_code`, and
 * `invalid_request` for a common password; then the code stays valid.
 */
export async function resetPassword(
  context: Context,
  principal: Stranger,
  { password, ...entered }: Entered & { password: string },
): Promise<void> {
  await refuseCommonPassword(password, '')
  const person = await provenPerson(context, await checkCode(context, 'reset-password', entered))
  const who = { userId: person.id, email: person.email, address: principal.address }
  await replacePassword(context, who, password)
  await context.attempts.succeeded(person.email, principal.address)
}

/**
 * Changes the password of a signed-in person and ends every session, also this one (product 12.8). A mail tells the
 * person. Throws `wrong_credentials`, `too_many_requests`, and `invalid_request` for a common password.
 */
export async function changePassword(context: Context, person: Person, current: string, next: string): Promise<void> {
  refuseActing(person)
  await refuseCommonPassword(next, person.email, 'body.newPassword')
  await checkPassword(context, person, current)
  await replacePassword(context, person, next)
}

async function replacePassword(
  context: Context,
  who: { userId: string; email: string; address: string },
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
