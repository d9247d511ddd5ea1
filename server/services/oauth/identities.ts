import { and, eq, isNull } from 'drizzle-orm'
import { type Provider, providerNames } from '../../../lib/contracts/index.ts'
import { sendMail } from '../../effects/index.ts'
import { identities, users } from '../../store/schema/index.ts'
import { audit, type Who } from '../audit.ts'
import type { Context } from '../index.ts'

export interface Identity {
  provider: Provider
  subject: string
}

export async function ownerOfIdentity({ database }: Pick<Context, 'database'>, { provider, subject }: Identity) {
  const [owner] = await database
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
  return owner?.user
}

/**
 * Links an account at a sign-in provider to a person, and sends the person a mail. Returns true without a mail if the
 * account is already linked to this person, and false if it belongs to another person. `inside.database` must be a
 * transaction.
 */
export async function linkIdentity(
  inside: Context,
  who: Who,
  { provider, subject }: Identity,
  person: { id: string; email: string },
): Promise<boolean> {
  const row = { provider, subject, userId: person.id, createdAt: inside.clock.now() }
  const [linked] = await inside.database.insert(identities).values(row).onConflictDoNothing().returning()
  if (linked === undefined) return (await ownerOfIdentity(inside, { provider, subject }))?.id === person.id
  await audit(inside, who, 'account.identity', person.id)
  const values = { provider: providerNames[provider] }
  await sendMail(inside, { to: person.email, template: 'identity-linked', values })
  return true
}

export const identitiesOf = ({ database }: Pick<Context, 'database'>, userId: string) =>
  database
    .select({ provider: identities.provider, subject: identities.subject, createdAt: identities.createdAt })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.userId, userId), isNull(users.disabledAt)))
