import { and, eq, isNotNull } from 'drizzle-orm'
import type { ReturnedSecret, WorkspacePeople } from '../../../lib/contracts/index.ts'
import { type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { directoryRoles, users } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { problemOfStage, stageOf } from './failures.ts'
import { takeSecret } from './flows.ts'

/**
 * Lists the people of a Google Workspace, so that the person can choose whom to invite (product 12.54). The secret
 * works only once, and the list is not stored. Throws `wrong_code` if the secret is unknown, used or expired, or
 * belongs to somebody else; `forbidden` if the person no longer manages the roles; and errors of the provider.
 */
export async function listGooglePeople(
  context: Context,
  person: Person,
  returned: ReturnedSecret,
): Promise<WorkspacePeople> {
  const { outcome, userId, directoryId } = await takeSecret(context, 'google', 'directory', returned)
  if (userId !== person.userId || directoryId === null) throw new Problem('wrong_code')
  await seatIn(context.database, person, directoryId, 'roles.manage')
  if ('failed' in outcome) throw problemOfStage('google', outcome.failed)
  const { people, more } = await context.identities.people(outcome.accessToken ?? '').catch((error: unknown) => {
    throw problemOfStage('google', stageOf(context, 'google', error)).because(error)
  })
  const known = await knownEmails(context, directoryId)
  await audit(context, { ...person, directory: { id: directoryId } }, 'directory.people', directoryId)
  return { people: people.map((one) => ({ ...one, known: known.has(one.email) })), more }
}

/** Returns the email addresses of all people with a seat or an invitation in a directory, in lower case. */
async function knownEmails({ database }: Context, directoryId: string): Promise<Set<string>> {
  const seated = await database
    .select({ email: users.email })
    .from(directoryRoles)
    .innerJoin(users, eq(users.id, directoryRoles.userId))
    .where(eq(directoryRoles.directoryId, directoryId))
  const invited = await database
    .select({ email: directoryRoles.email })
    .from(directoryRoles)
    .where(and(eq(directoryRoles.directoryId, directoryId), isNotNull(directoryRoles.email)))
  return new Set([...seated, ...invited].map(({ email }) => (email ?? '').toLowerCase()))
}
