import type { ReturnedSecret, WorkspacePeople } from '../../../lib/contracts/index.ts'
import { type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { audit } from '../audit.ts'
import { presentEmails } from '../directories/people.ts'
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
  returnedSecret: ReturnedSecret,
): Promise<WorkspacePeople> {
  const { outcome, userId, directoryId } = await takeSecret(context, 'google', 'directory', returnedSecret)
  if (userId !== person.userId || directoryId === null) throw new Problem('wrong_code')
  await seatIn(context.database, person, directoryId, 'roles.manage')
  if ('failed' in outcome) throw problemOfStage('google', outcome.failed)
  const { people, more } = await context.identities.people(outcome.accessToken ?? '').catch((error: unknown) => {
    throw problemOfStage('google', stageOf(context, 'google', error)).because(error)
  })
  const knownEmails = await presentEmails(context.database, directoryId)
  await audit(context, { ...person, directory: { id: directoryId } }, 'directory.people', directoryId)
  return { people: people.map((one) => ({ ...one, known: knownEmails.has(one.email) })), more }
}
