import { and, eq, isNull } from 'drizzle-orm'
import type { Session, SignIn } from '../../../lib/contracts/index.ts'
import { beginSession } from '../../auth/sessions.ts'
import { requiresSecondFactor, type Stranger } from '../../authority/index.ts'
import { fateOf } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import { users } from '../../store/schema/index.ts'
import { hasContact } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { allowSecondFactor, type Contact, checkCode, type Entered, writeVerification } from '../verifications.ts'

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

/** What decides where the second factor of a person is sent. */
type SecondFactorOwner = Pick<typeof users.$inferSelect, 'email' | 'phone' | 'secondFactorPhone' | 'secondFactorEmail'>

/**
 * Where the code of the second factor is sent: to the phone if the person has chosen it, otherwise to the email. If only
 * a directory requires a second factor and this server has no mail server, the code goes to the phone of the person.
 */
export function secondFactorOf({ config }: Pick<Context, 'config'>, user: SecondFactorOwner): Contact {
  const { email, phone, secondFactorPhone, secondFactorEmail } = user
  const onlyText = fateOf(config, 'mail') === 'none' && fateOf(config, 'text') !== 'none'
  if (phone !== null && (secondFactorPhone || (onlyText && !secondFactorEmail))) return { channel: 'text', to: phone }
  return { channel: 'mail', to: email }
}

const factors = { mail: 'email', text: 'phone' } as const

/**
 * Signs in a person whose password was right. Answers a session, or the ticket of the second factor if the person or a
 * directory of the person requires it (product 12.1, 12.9).
 */
export async function enter(
  context: Context,
  principal: Stranger,
  user: { id: string } & SecondFactorOwner,
  device: string | undefined,
): Promise<SignIn> {
  const userId = user.id
  if (!(await requiresSecondFactor(context.database, userId))) return begin(context, principal, { userId, device })
  const contact = secondFactorOf(context, user)
  await allowSecondFactor(context, contact)
  const { ticket } = await writeVerification(context, { purpose: 'second-factor', userId, ...contact, message: 'code' })
  return { secondFactor: factors[contact.channel], ticket }
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
 * The person of a code that fitted. Throws `wrong_code` if there is none, if the account is disabled, or if its email or
 * phone is no longer the one that the code has proved.
 */
export async function provenPerson({ database }: Context, { userId, ...contact }: Contact & { userId: string | null }) {
  const [person] =
    userId === null
      ? []
      : await database
          .select()
          .from(users)
          .where(and(eq(users.id, userId), hasContact(contact), isNull(users.disabledAt)))
  if (person === undefined) throw new Problem('wrong_code')
  return person
}
