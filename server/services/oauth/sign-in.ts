import { eq } from 'drizzle-orm'
import {
  type Provider,
  type ProviderSignIn,
  providerNames,
  type ReturnedSecret,
  type SignIn,
} from '../../../lib/contracts/index.ts'
import type { Person, Stranger } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { directoryRoles } from '../../store/schema/index.ts'
import { findByEmail, insertUser } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { checkPassword, enter, provenPerson } from '../sign-in/index.ts'
import { checkCode, type Entered, startVerification } from '../verifications.ts'
import { problemOfStage } from './failures.ts'
import { type Proven, takeSecret } from './flows.ts'
import { type Identity, linkIdentity, ownerOfIdentity } from './identities.ts'
import { configured } from './start.ts'

type Known = Parameters<typeof enter>[2]

/**
 * Signs in with the secret of a callback (product 12.52).
 *
 * - An account of the provider that is linked to a person signs in this person.
 * - If the account is not linked, but its email address belongs to a person, nobody is signed in: a code is sent to
 *   that address.
 * - If neither the account nor its address is known, a new person is created. If the server is not open for
 *   registration, throws `registration_closed`.
 *
 * Also throws `wrong_code` if the secret is unknown, used or expired; `provider_failed`, `provider_refused` and
 * `email_unverified` for a failure at the provider; `forbidden` for a disabled account; and the errors of `enter` and
 * `startVerification`.
 */
export async function signInWithProvider(
  context: Context,
  principal: Stranger,
  provider: Provider,
  { device, ...returnedSecret }: ReturnedSecret & { device?: string | undefined },
): Promise<ProviderSignIn> {
  const proven = await takeProven(context, provider, returnedSecret)
  const identity = { provider, subject: proven.subject }
  const owner = await ownerOfIdentity(context, identity)
  if (owner !== undefined) return complete(context, principal, refuseDisabled(owner), device, provider)
  const account = await findByEmail(context.database, proven.email)
  if (account === undefined) {
    const created = await createAccount(context, principal, identity, proven)
    return complete(context, principal, created, device, provider)
  }
  const { id: userId, email } = refuseDisabled(account)
  const start = { purpose: 'link', channel: 'mail', to: email, userId, request: identity, message: 'code' } as const
  return { link: 'email', ...(await startVerification(context, principal.address, start)), email }
}

/**
 * Links an account of a provider after the code from `signInWithProvider` was entered, and signs in. Throws
 * `wrong_code`, and the errors of `enter`.
 */
export async function linkWithCode(
  context: Context,
  principal: Stranger,
  provider: Provider,
  { device, ...entered }: Entered & { device?: string | undefined },
): Promise<ProviderSignIn> {
  const verification = await checkCode(context, principal.address, 'link', entered)
  if (verification.request.provider !== provider) throw new Problem('wrong_code')
  const person = await provenPerson(context, verification)
  await context.database.transaction(async (tx) => {
    const who = { userId: person.id, administratorId: null, address: principal.address }
    const isLinked = await linkIdentity({ ...context, database: tx }, who, verification.request, person)
    // Another person has linked the account meanwhile. The error is the same as for a wrong code, so that the caller
    // does not learn about the other person.
    if (!isLinked) throw new Problem('wrong_code')
  })
  return complete(context, principal, person, device, provider)
}

/**
 * Links an account at a provider to the signed-in person. If the provider names an email address that differs from the
 * address of the person, the password is required. Otherwise, a thief with a stolen session could link the thief's own
 * account, and sign in with it for ever.
 *
 * Throws `wrong_credentials`; `conflict` if the account belongs to another person; and the errors of
 * `signInWithProvider`.
 */
export async function linkToPerson(
  context: Context,
  person: Person,
  provider: Provider,
  { link: { password }, ...returnedSecret }: ReturnedSecret & { link: { password?: string | undefined } },
): Promise<ProviderSignIn> {
  // The password is checked before the secret is taken: a secret works once, and a mistyped password must not use it
  // up.
  if (password !== undefined) await checkPassword(context, person, password)
  const proven = await takeProven(context, provider, returnedSecret)
  if (password === undefined && proven.email !== person.email.toLowerCase()) await checkPassword(context, person, '')
  await context.database.transaction(async (tx) => {
    const identity = { provider, subject: proven.subject }
    const isLinked = await linkIdentity({ ...context, database: tx }, person, identity, {
      id: person.userId,
      email: person.email,
    })
    if (isLinked) return
    const name = providerNames[provider]
    throw new Problem(
      'conflict',
      `This ${name} account is already linked to another Chartside account. Use a different ${name} account, or sign in to that Chartside account.`,
    )
  })
  return { linked: true, email: person.email }
}

async function takeProven(context: Context, provider: Provider, returnedSecret: ReturnedSecret): Promise<Proven> {
  configured(context, provider)
  const { outcome } = await takeSecret(context, provider, 'sign-in', returnedSecret)
  if ('failed' in outcome) throw problemOfStage(provider, outcome.failed)
  return outcome
}

async function complete(
  context: Context,
  principal: Stranger,
  person: Known,
  device: string | undefined,
  provider: Provider,
): Promise<ProviderSignIn> {
  const answer: SignIn = await enter(context, principal, person, { device, method: provider })
  return { ...answer, email: person.email }
}

/**
 * Throws `forbidden` for a disabled account. The message may say that the account exists, because the caller has signed
 * in to it at the provider.
 */
function refuseDisabled(account: Known & { disabledAt: Date | null }): Known {
  if (account.disabledAt === null) return account
  throw new Problem('forbidden', 'Your account is disabled. Ask your administrator to enable the account.')
}

/**
 * Creates an account without a password. An invited person needs no open registration, because the provider has proved
 * the email address (product 12.107). Throws `registration_closed`, and `conflict` if another sign-in has just
 * created an account with this email address or linked this account of the provider.
 */
async function createAccount(
  context: Context,
  { address }: Stranger,
  identity: Identity,
  { email, name }: Proven,
): Promise<Known> {
  const { demo, registration } = context.config
  if (!demo && !registration && !(await isInvited(context.database, email))) throw new Problem('registration_closed')
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const id = await insertUser(inside, { email, name, passwordHash: null, admin: false })
    const who = { userId: id ?? '', administratorId: null, address }
    if (id === null || !(await linkIdentity(inside, who, identity, { id, email }))) {
      throw new Problem('conflict', 'Your account was created a moment ago by another sign-in. Sign in again.')
    }
    await audit(inside, who, 'account.create', id)
    return { id, email, sessionEndings: 0, phone: null, secondFactorEmail: false, secondFactorPhone: false }
  })
}

async function isInvited(database: Database, email: string): Promise<boolean> {
  const [offer] = await database
    .select({ id: directoryRoles.id })
    .from(directoryRoles)
    .where(eq(directoryRoles.email, email.trim().toLowerCase()))
    .limit(1)
  return offer !== undefined
}
