import { eq } from 'drizzle-orm'
import type { Account } from '../../../lib/contracts/index.ts'
import { type Person, refuseActing } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { users } from '../../store/schema/index.ts'
import { getAccount } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { checkPassword } from '../sign-in/index.ts'

/**
 * Turns the second factor by email on (product 12.9). Throws `wrong_credentials`, and `no_mail` without a mail server,
 * because nobody could then sign in.
 */
export async function turnOnSecondFactor(context: Context, person: Person, password: string): Promise<Account> {
  refuseActing(person)
  if (context.config.mailUrl === null) throw new Problem('no_mail')
  return change(context, person, password, { secondFactorEmail: true })
}

/**
 * Turns every second factor off. A directory that requires one still asks for a code at the next sign-in. Throws
 * `wrong_credentials`.
 */
export const turnOffSecondFactor = (context: Context, person: Person, password: string): Promise<Account> =>
  change(context, person, password, { secondFactorEmail: false, secondFactorPhone: false })

async function change(
  context: Context,
  person: Person,
  password: string,
  values: Partial<typeof users.$inferInsert>,
): Promise<Account> {
  refuseActing(person)
  await checkPassword(context, person, password)
  await context.database.transaction(async (tx) => {
    await tx.update(users).set(values).where(eq(users.id, person.userId))
    await audit({ ...context, database: tx }, person, 'account.second-factor', person.userId)
  })
  return getAccount(context, person)
}
