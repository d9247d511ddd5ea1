import { and, eq } from 'drizzle-orm'
import {
  hasEmailAddress,
  type LinkedIdentities,
  type Provider,
  providerNames,
  providers,
  type ReturnedSecret,
  type SignInMethod,
} from '../../../lib/contracts/index.ts'
import { type Person, restrictedMethods } from '../../authority/index.ts'
import { sendMail } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import { identities, users } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { checkPassword } from '../sign-in/index.ts'
import { identitiesOf } from './identities.ts'
import { linkToPerson } from './sign-in.ts'

export async function listOwn(context: Pick<Context, 'database'>, { userId }: Person): Promise<LinkedIdentities> {
  const [user] = await context.database
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
  const linked = await identitiesOf(context, userId)
  const of = (provider: Provider) =>
    linked.filter((one) => one.provider === provider).map(({ createdAt }) => createdAt.getTime())
  return {
    password: user?.passwordHash != null,
    identities: providers
      .map((provider) => ({ provider, first: Math.min(...of(provider)) }))
      .filter(({ first }) => Number.isFinite(first))
      .sort((one, two) => one.first - two.first)
      .map(({ provider, first }) => ({ provider, linkedAt: new Date(first).toISOString() })),
  }
}

export async function linkOwn(
  context: Context,
  person: Person,
  provider: Provider,
  { password, ...returnedSecret }: ReturnedSecret & { password?: string | undefined },
): Promise<LinkedIdentities> {
  await linkToPerson(context, person, provider, { ...returnedSecret, link: { password } })
  return listOwn(context, person)
}

/**
 * Unlinks every account of a provider, and sends the person a mail. If the person has a password, it is required, so
 * that a stolen session cannot remove the person's way to sign in.
 *
 * Throws `wrong_credentials`; `not_found` if no account of the provider is linked; `conflict` if neither a password nor
 * another provider is left, or if a directory of the person allows none of the remaining ways to sign in.
 */
export async function unlinkOwn(
  context: Context,
  person: Person,
  provider: Provider,
  password: string | undefined,
): Promise<LinkedIdentities> {
  if ((await listOwn(context, person)).password) await checkPassword(context, person, password ?? '')
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    // The row lock makes parallel calls run one after the other. Otherwise, two calls could each remove one of the last
    // two ways to sign in.
    const isSelf = eq(users.id, person.userId)
    const [user] = await tx.select({ phone: users.phone }).from(users).where(isSelf).for('update')
    const ownIdentities = await listOwn(inside, person)
    const left = ownIdentities.identities.map((one) => one.provider).filter((one) => one !== provider)
    if (left.length === ownIdentities.identities.length) throw new Problem('not_found')
    const name = providerNames[provider]
    if (left.length === 0 && !ownIdentities.password) {
      const message = `${name} is your only way to sign in. Sign out and choose a password with "Forgot password?" first.`
      throw new Problem('conflict', message)
    }
    await refuseShutOut(inside, person, name, [
      ...left,
      ...(ownIdentities.password && hasEmailAddress(person) ? (['email'] as const) : []),
      ...(ownIdentities.password && user?.phone != null ? (['phone'] as const) : []),
    ])
    await tx.delete(identities).where(and(eq(identities.userId, person.userId), eq(identities.provider, provider)))
    await audit(inside, person, 'account.identity', person.userId)
    await sendMail(inside, { to: person.email, template: 'identity-unlinked', values: { provider: name } })
  })
  return listOwn(context, person)
}

/** Throws `conflict` if a directory of the person allows none of these ways to sign in. */
async function refuseShutOut(
  { database }: Pick<Context, 'database'>,
  { userId }: Person,
  name: string,
  left: SignInMethod[],
): Promise<void> {
  const lists = await restrictedMethods(database, userId)
  const refusing = lists.find(({ methods }) => !methods.some((method) => left.includes(method)))
  if (refusing === undefined) return
  throw new Problem(
    'conflict',
    `${refusing.name} does not allow your other ways to sign in. Keep the link with ${name}, because you need it to sign in.`,
  )
}
