import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type License, type TrialState, trialOffer } from '../../../lib/contracts/index.ts'
import { type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { directories, licenses, trials } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { grantLicense } from '../licenses/index.ts'

const dayMs = 24 * 60 * 60_000

type Reason = NonNullable<TrialState['reason']>

const sentences: Record<Reason, string> = {
  'no-billing': 'This server takes no payments, so it has no trials. Ask its administrator for a licence.',
  directory: 'This organisation has already used its free trial. Subscribe to a product to continue.',
  person: 'You have already begun a trial for another organisation. Subscribe to a product to continue.',
  licensed: 'This organisation has a licence, or has had one. Subscribe to a product to continue.',
}

async function obstacle(
  { database, billing }: Context,
  { userId }: Person,
  directoryId: string,
): Promise<Reason | null> {
  // On a server without payments, people work without a licence and without a limit. A trial would add a limit, and
  // after its end nobody could subscribe.
  if (billing === null) return 'no-billing'
  const [ofDirectory] = await database.select().from(trials).where(eq(trials.directoryId, directoryId))
  if (ofDirectory !== undefined) return 'directory'
  const [ofPerson] = await database.select().from(trials).where(eq(trials.userId, userId))
  if (ofPerson !== undefined) return 'person'
  const [license] = await database.select().from(licenses).where(eq(licenses.directoryId, directoryId)).limit(1)
  return license === undefined ? null : 'licensed'
}

/**
 * Returns whether a trial can begin. Without `chosenId`, for the directory in which the person acts. Throws `not_found`
 * without a seat in the directory or without a directory, and `forbidden` without `billing.manage`.
 */
export async function getTrialState(
  context: Context,
  person: Person,
  chosenId: string | undefined,
): Promise<TrialState> {
  const directoryId = chosenId ?? person.directory?.id
  if (directoryId === undefined) throw new Problem('not_found')
  await seatIn(context.database, person, directoryId, 'billing.manage')
  const reason = await obstacle(context, person, directoryId)
  const { days, credits } = trialOffer
  return { canTrial: reason === null, ...(reason === null ? {} : { reason }), days, credits: { ...credits } }
}

/**
 * Begins the trial of a directory (product 12.45). `context.database` must be a transaction. Throws `not_found` without
 * a seat in the directory, `forbidden` without `billing.manage`, `no_billing` if this server takes no payments, and
 * `conflict` if the directory or the person has already had a trial, or if the directory has ever had a licence.
 */
export async function startTrial(context: Context, person: Person, directoryId: string): Promise<License> {
  const { database, clock } = context
  await seatIn(database, person, directoryId, 'billing.manage')
  // The lock makes parallel trials of one directory run one after the other. A unique index prevents parallel trials of
  // one person for several directories.
  await database
    .select({ id: directories.id })
    .from(directories)
    .where(eq(directories.id, directoryId))
    .for('no key update')
  const reason = await obstacle(context, person, directoryId)
  if (reason !== null) throw new Problem(reason === 'no-billing' ? 'no_billing' : 'conflict', sentences[reason])
  const now = clock.now()
  const endsAt = new Date(now.getTime() + trialOffer.days * dayMs)
  const who = { ...person, directory: { id: directoryId } }
  const { ownerName: _, ...license } = await grantLicense(context, who, {
    directoryId,
    product: 'trial',
    // Without `startsAt`, the licence would begin a moment later, and the trial would be shorter than offered.
    startsAt: now.toISOString(),
    endsAt: endsAt.toISOString(),
  })
  const [trial] = await database
    .insert(trials)
    .values({ id: randomUUID(), directoryId, userId: person.userId, licenseId: license.licenseId, startedAt: now })
    .onConflictDoNothing()
    .returning({ id: trials.id })
  if (trial === undefined) throw new Problem('conflict', sentences.person)
  await audit(context, who, 'trial.start', directoryId)
  return license
}
