import { arrayContains, eq, sql } from 'drizzle-orm'
import type { Account } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { sendMail } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { layouts, users } from '../../store/schema/index.ts'
import { findByEmail, getAccount } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { checkPassword } from '../sign-in/index.ts'
import { cancelVerificationsOf, checkCode, type Entered, startVerification } from '../verifications.ts'

/**
 * Starts a change of the email address by sending a code to the new address. If the new address already belongs to
 * an account, the owner of that account gets a mail without a code instead. The answer is the same in both cases, so
 * the caller does not learn about that account. Throws `wrong_credentials`, and the errors of `startVerification`.
 */
export async function startEmailChange(
  context: Context,
  person: Person,
  { email, password }: { email: string; password: string },
): Promise<{ ticket: string }> {
  await checkPassword(context, person, password)
  const isTaken = (await findByEmail(context.database, email)) !== undefined
  return startVerification(context, person.address, {
    purpose: 'email',
    to: email,
    userId: person.userId,
    channel: 'mail',
    message: isTaken ? 'already-registered' : 'code',
  })
}

/**
 * Changes the email address after the code of the new address was entered. Templates that were shared with the old
 * address are then shared with the new address. A mail to the old address reports the change (product 12.33). Throws
 * `wrong_code`.
 */
export async function confirmEmailChange(context: Context, person: Person, entered: Entered): Promise<Account> {
  const { to } = await checkCode(context, person.address, 'email', entered, person.userId)
  const oldEmail = person.email
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const isTaken = await findByEmail(tx, to)
    if (isTaken !== undefined && isTaken.id !== person.userId) throw new Problem('wrong_code')
    await tx.update(users).set({ email: to, vouchedBy: null }).where(eq(users.id, person.userId))
    await moveSharing(tx, oldEmail.toLowerCase(), to)
    await cancelVerificationsOf(inside, person.userId)
    await audit(inside, person, 'account.email', person.userId)
    await sendMail(inside, { to: oldEmail, template: 'email-changed', values: { newEmail: to } })
  })
  return getAccount(context, { ...person, email: to })
}

/** Replaces an email address in the lists of editors of every layout. If `to` is null, removes the address. */
export async function moveSharing(database: Database, from: string, to: string | null): Promise<void> {
  const others = sql`array_remove(array_remove(${layouts.editors}, ${from}), ${to ?? from})`
  await database
    .update(layouts)
    .set({ editors: to === null ? others : sql`array_append(${others}, ${to})` })
    .where(arrayContains(layouts.editors, [from]))
}

export async function startAlternativeEmail(
  context: Context,
  person: Person,
  email: string,
): Promise<{ ticket: string }> {
  return startVerification(context, person.address, {
    purpose: 'alternative-email',
    to: email,
    userId: person.userId,
    channel: 'mail',
    message: 'code',
  })
}

export async function confirmAlternativeEmail(context: Context, person: Person, entered: Entered): Promise<Account> {
  const { to } = await checkCode(context, person.address, 'alternative-email', entered, person.userId)
  return setAlternativeEmail(context, person, to)
}

export async function removeAlternativeEmail(context: Context, person: Person): Promise<Account> {
  return setAlternativeEmail(context, person, null)
}

async function setAlternativeEmail(context: Context, person: Person, email: string | null): Promise<Account> {
  await context.database.transaction(async (tx) => {
    await tx.update(users).set({ alternativeEmail: email }).where(eq(users.id, person.userId))
    await audit({ ...context, database: tx }, person, 'account.alternative-email', person.userId)
  })
  return getAccount(context, person)
}
