import type { Session } from '../../../lib/contracts/index.ts'
import type { RegistrationMail } from '../../auth/attempts.ts'
import { refuseCommonPassword } from '../../auth/common-passwords.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { beginSession } from '../../auth/sessions/index.ts'
import type { Stranger } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { findByContact, insertUser } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import type { RequestOf } from '../verification-payload.ts'
import {
  allowCode,
  type Contact,
  checkCode,
  type Entered,
  requireChannel,
  writeVerification,
} from '../verifications.ts'
import { writeSignUpLink } from './sign-up-mail.ts'

type Registration = RequestOf<'register'>

export function refuseClosedRegistration({ config }: Pick<Context, 'config'>): void {
  if (!config.demo && !config.registration) throw new Problem('registration_closed')
}

export async function prepareRegistration(
  context: Context,
  { address }: Stranger,
  input: { contact: Contact; password: string; name?: string | undefined; device?: string | undefined },
): Promise<{ registration: Registration; mail: RegistrationMail }> {
  const { contact } = input
  refuseClosedRegistration(context)
  await refuseCommonPassword(input.password, contact.to)
  const mail = isTrusted(context, contact) ? 'own' : await allowRegistration(context, contact, address)
  const passwordHash = await hashPassword(input.password)
  return { registration: { contact, passwordHash, name: input.name ?? null, device: input.device }, mail }
}

/**
 * Counts a registration, and returns which mail is sent. Other people can prevent the message to a phone, which costs
 * money, and a mail if there is no `PUBLIC_URL` for its link. Throws the errors of `allowCode`.
 */
async function allowRegistration(context: Context, contact: Contact, address: string): Promise<RegistrationMail> {
  if (contact.channel === 'mail' && context.config.publicUrl !== null) {
    requireChannel(context, 'mail')
    return context.attempts.countRegistration(contact.to, address)
  }
  await allowCode(context, contact, address)
  return 'own'
}

/**
 * True if an account is created without a code: in the demo, with an email address. A phone always needs a code,
 * because only numbers that a code has proved are stored.
 */
export const isTrusted = ({ config }: Pick<Context, 'config'>, { channel }: Contact): boolean =>
  config.demo && channel === 'mail'

/**
 * Registers a person. In the demo, an account with an email address is created and signed in at once; if the email is
 * taken, throws `already_registered`. Otherwise a code is sent, and the account is created when the code is entered. If
 * the account exists already, its owner gets a message, and the caller gets the same answer as for a new account
 * (product 12.7, 12.90). After too many requests for one email, a mail with a link serves all of them (product 12.104).
 */
export async function register(
  context: Context,
  principal: Stranger,
  { registration, mail }: { registration: Registration; mail: RegistrationMail },
): Promise<Session | { ticket: string }> {
  const { contact } = registration
  if (isTrusted(context, contact)) {
    const created = await createAccount(context, principal, registration)
    if (created === null) throw new Problem('already_registered')
    return created.session
  }
  // After too many requests, the answer is the same, and no code is sent for its ticket.
  if (mail !== 'own') await writeSignUpLink(context, contact.to, mail)
  const isKnown = (await findByContact(context.database, contact)) !== undefined
  const message = mail !== 'own' ? null : isKnown ? 'already-registered' : 'code'
  return writeVerification(context, {
    purpose: 'register',
    userId: null,
    request: registration,
    ...contact,
    message,
  })
}

export async function confirmRegistration(
  context: Context,
  principal: Stranger,
  { device, ...entered }: Entered & { device?: string | undefined },
): Promise<Session> {
  const { request } = await checkCode(context, principal.address, 'register', entered)
  const created = await context.database.transaction((tx) =>
    createAccount({ ...context, database: tx }, principal, { ...request, device: device ?? request.device }),
  )
  // Another person has registered this email or phone meanwhile. The error is the same as for a wrong code, so that the
  // caller does not learn about the other account.
  if (created === null) throw new Problem('wrong_code')
  return created.session
}

/** Creates the account and a session. Returns null if the email or the phone is taken. Call it in a transaction. */
export async function createAccount(
  context: Pick<Context, 'database' | 'clock'>,
  { address }: Stranger,
  { device, contact, ...user }: Registration,
): Promise<{ userId: string; session: Session } | null> {
  const { channel, to } = contact
  const contactColumns = channel === 'mail' ? { email: to } : { email: to, phone: to }
  const userId = await insertUser(context, { ...user, ...contactColumns, admin: false })
  if (userId === null) return null
  await audit(context, { userId, administratorId: null, address }, 'account.create', userId)
  const method = channel === 'mail' ? 'email' : 'phone'
  const session = await beginSession(context.database, { userId, device, method, sessionEndings: 0 }, context.clock)
  return { userId, session }
}
