import type { Session } from '../../../lib/contracts/index.ts'
import { refuseCommonPassword } from '../../auth/common-passwords.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { beginSession } from '../../auth/sessions.ts'
import type { Stranger } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { findByEmail, insertUser } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { allowCode, checkCode, type Entered, writeVerification } from '../verifications.ts'

/** A registration with the hash of its password. */
interface Registration {
  email: string
  passwordHash: string
  name: string | null
  device: string | undefined
}

/** Throws `registration_closed` unless everybody may make an account on this server. */
export function refuseClosedRegistration({ config }: Pick<Context, 'config'>): void {
  if (!config.demo && !config.registration) throw new Problem('registration_closed')
}

/**
 * Checks a registration and hashes its password. Call it outside of a transaction, because hashing is slow. Throws
 * `registration_closed`, `invalid_request` for a common password, and like `allowCode`.
 */
export async function prepareRegistration(
  context: Context,
  { address }: Stranger,
  input: { email: string; password: string; name?: string | undefined; device?: string | undefined },
): Promise<Registration> {
  const { demo } = context.config
  refuseClosedRegistration(context)
  await refuseCommonPassword(input.password, input.email)
  if (!demo) await allowCode(context, { channel: 'mail', to: input.email }, address)
  const passwordHash = await hashPassword(input.password)
  return { email: input.email, passwordHash, name: input.name ?? null, device: input.device }
}

/**
 * Registers a person. In the demo the account is created at once and signed in; throws `already_registered`. Otherwise a
 * code is sent, and the account is created after the code was entered. The owner of an existing account gets a mail that
 * says so, and the caller gets the same answer (product 12.7).
 */
export async function register(
  context: Context,
  principal: Stranger,
  registration: Registration,
): Promise<Session | { ticket: string }> {
  if (context.config.demo) {
    const session = await createAccount(context, principal, registration)
    if (session === null) throw new Problem('already_registered')
    return session
  }
  const isKnown = (await findByEmail(context.database, registration.email)) !== undefined
  return writeVerification(context, {
    purpose: 'register',
    to: registration.email,
    userId: null,
    request: registration,
    channel: 'mail',
    message: isKnown ? 'already-registered' : 'code',
  })
}

/** Creates the account of a registration whose code was entered, and signs in. Throws `wrong_code`. */
export async function confirmRegistration(
  context: Context,
  principal: Stranger,
  { device, ...entered }: Entered & { device?: string | undefined },
): Promise<Session> {
  const { request } = await checkCode<Registration>(context, 'register', entered)
  const session = await context.database.transaction((tx) =>
    createAccount({ ...context, database: tx }, principal, { ...request, device: device ?? request.device }),
  )
  // Somebody has registered this email in the meantime. The same sentence as for a wrong code tells nobody about it.
  if (session === null) throw new Problem('wrong_code')
  return session
}

/** Creates the account and a session. Returns null if the email is taken. Call it in a transaction. */
export async function createAccount(
  context: Context,
  { address }: Stranger,
  { device, ...user }: Registration,
): Promise<Session | null> {
  const userId = await insertUser(context, { ...user, admin: false })
  if (userId === null) return null
  await audit(context, { userId, address }, 'account.create', userId)
  return beginSession(context.database, { userId, device }, context.clock)
}
