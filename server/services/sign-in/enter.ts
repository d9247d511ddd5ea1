import { and, eq, isNull } from 'drizzle-orm'
import type { Session, SignIn, SignInMethod } from '../../../lib/contracts/index.ts'
import { beginSession } from '../../auth/sessions.ts'
import { requiresSecondFactor, type Stranger } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { users } from '../../store/schema/index.ts'
import { hasEmail } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { allowSecondFactor, checkCode, type Entered, writeVerification } from '../verifications.ts'
import { refuseMethod } from './methods.ts'

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
 * Signs in a person who has proved who this is, for example with the password. Answers a session, or the ticket of the
 * second factor if the person or a directory of the person requires it (product 12.1, 12.9). Throws `sign_in_refused` if a
 * directory of the person does not allow this way to sign in.
 */
export async function enter(
  context: Context,
  principal: Stranger,
  { id: userId, email }: { id: string; email: string },
  { device, method }: { device: string | undefined; method: SignInMethod },
): Promise<SignIn> {
  await refuseMethod(context, principal, userId, method)
  if (!(await requiresSecondFactor(context.database, userId))) return begin(context, principal, { userId, device })
  await allowSecondFactor(context, email)
  const request: FirstFactor = { method }
  const start = { purpose: 'second-factor', to: email, userId, request, mail: 'code' } as const
  const { ticket } = await writeVerification(context, start)
  return { secondFactor: 'email', ticket }
}

/** The way in which a sign-in has begun that waits for its second factor. */
interface FirstFactor {
  method: SignInMethod
}

/** Completes a sign-in with the code that was sent as second factor. Throws `wrong_code`, `sign_in_refused`. */
export async function enterWithSecondFactor(
  context: Context,
  principal: Stranger,
  { device, ...entered }: Entered & { device?: string | undefined },
): Promise<Session> {
  const checked = await checkCode<FirstFactor | null>(context, 'second-factor', entered)
  const { id: userId } = await provenPerson(context, checked)
  // The directory may have changed its settings after the first factor.
  await refuseMethod(context, principal, userId, checked.request?.method ?? 'email')
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
