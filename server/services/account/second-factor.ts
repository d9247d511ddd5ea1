import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import { type Account, hasEmailAddress } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { users } from '../../store/schema/index.ts'
import { getAccount } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { checkPassword } from '../sign-in/index.ts'
import { requireChannel } from '../verifications.ts'

/**
 * Turns the second factor by email on, and the second factor by phone off (product 12.9). Throws `wrong_credentials`,
 * and `conflict` without an email address. Throws `no_mail` if this server cannot send mails, because without
 * the code in a mail the person could not sign in any more.
 */
export async function turnOnSecondFactor(context: Context, person: Person, password: string): Promise<Account> {
  requireChannel(context, 'mail')
  requireEmail(person)
  return change(context, person, password, { secondFactorEmail: true, secondFactorPhone: false })
}

/**
 * Turns the second factor by phone on, and the second factor by email off. Throws `wrong_credentials`, `conflict`
 * without a phone or without an email address, and `no_text` if this server cannot send text messages.
 */
export async function turnOnSecondFactorByPhone(context: Context, person: Person, password: string): Promise<Account> {
  requireChannel(context, 'text')
  requireEmail(person)
  return change(
    context,
    person,
    password,
    { secondFactorEmail: false, secondFactorPhone: true },
    // The SQL update itself checks that there is a phone. The phone could be removed between a separate check and the
    // update.
    isNotNull(users.phone),
  )
}

/**
 * Throws `conflict` for a person without an email address. For such a person, the phone would be the first and the
 * second factor at the same time, and a forgotten password could not be changed (product 12.63).
 */
function requireEmail(person: Person): void {
  if (!hasEmailAddress(person))
    throw new Problem(
      'conflict',
      'Your account has no email address. Add an email address first, then turn on two-step sign-in.',
    )
}

/**
 * Turns every second factor of the account off. If a directory of the person requires a second factor, the next sign-in
 * still needs a code. Throws `wrong_credentials`.
 */
export const turnOffSecondFactor = (context: Context, person: Person, password: string): Promise<Account> =>
  change(context, person, password, { secondFactorEmail: false, secondFactorPhone: false })

async function change(
  context: Context,
  person: Person,
  password: string,
  values: Partial<typeof users.$inferInsert>,
  onlyIf?: SQL,
): Promise<Account> {
  await checkPassword(context, person, password)
  await context.database.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set(values)
      .where(and(eq(users.id, person.userId), onlyIf))
    if (rowCount === 0) throw new Problem('conflict', 'Your account has no phone. Add a phone first.')
    await audit({ ...context, database: tx }, person, 'account.second-factor', person.userId)
  })
  return getAccount(context, person)
}
