import { and, eq, isNull } from 'drizzle-orm'
import type { Session, SignIn } from '../../../lib/contracts/index.ts'
import { beginSession } from '../../auth/sessions.ts'
import { requiresSecondFactor, type Stranger } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { users } from '../../store/schema/index.ts'
import { hasEmail } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { allowSecondFactor, checkCode, type Entered, writeVerification } from '../verifications.ts'

/** Begins a session and records it in the audit log. */
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

/**
 * Signs in a person whose password was right. Answers a session, or the ticket of the second factor if the person or a
 * directory of the person requires it (product 12.1, 12.9).
 */
export async function enter(
  context: Context,
  principal: Stranger,
  { id: userId, email }: { id: string; email: string },
  device: string | undefined,
): Promise<SignIn> {
  if (!(await requiresSecondFactor(context.database, userId))) return begin(context, principal, { userId, device })
  await allowSecondFactor(context, email)
  const { ticket } = await writeVerification(context, { purpose: 'second-factor', to: email, userId, mail: 'code' })
  return { secondFactor: 'email', ticket }
}

/** Completes a sign-in with the code that was sent as second factor. Throws `wrong_code`. */
export async function enterWithSecondFactor(
  context: Context,
  principal: Stranger,
  { device, ...entered }: Entered & { device?: string | undefined },
): Promise<Session> {
  const { id: userId } = await provenPerson(context, await checkCode(context, 'second-factor', entered))
  return begin(context, principal, { userId, device })
}

/**
 * The person of a code that fitted. Throws `wrong_code` if there is none, if the account is disabled, or if its email is
 * no longer the one that the code has proved.
 */
export async function provenPerson({ database }: Context, { userId, to }: { userId: string | null; to: string }) {
  const [person] =
    userId === null
      ? []
      : await database
          .select()
          .from(users)
          .where(and(eq(users.id, userId), hasEmail(to), isNull(users.disabledAt)))
  if (person === undefined) throw new Problem('wrong_code')
  return person
}
