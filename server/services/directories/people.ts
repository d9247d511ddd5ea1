import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, max } from 'drizzle-orm'
import type { PeopleAnswer, PeopleList } from '../../../lib/contracts/index.ts'
import { type Person, type Seat, seatIn } from '../../authority/index.ts'
import { fateOf } from '../../effects/index.ts'
import type { Database } from '../../store/index.ts'
import { directoryRoles, licenses, messages, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { allowInvitations } from '../invitations.ts'
import { isActive } from '../licenses/credits.ts'
import { writeOffer } from './offers.ts'
import { type Judgement, judgeLines } from './person-lines.ts'
import { auditIn, changeDirectory } from './seats.ts'

/** Pause between two invitations of a directory. More mails at once would look like spam to many mail servers. */
const mailEveryMs = 1_000

/**
 * Adds a seat for each person of a list, and invites the person (product 12.109). A line with a fault is refused; a
 * person with a seat or an invitation keeps it. With `dryRun`, changes nothing. Throws `not_found`, `forbidden` without
 * `roles.manage`, and `too_many_requests` in a directory whose invitations have a limit (product 12.17).
 */
export async function addPeople(
  context: Context,
  person: Person,
  directoryId: string,
  { people, dryRun }: PeopleList,
): Promise<PeopleAnswer> {
  const seat = await seatIn(context.database, person, directoryId, 'roles.manage')
  const preview = await judge(context, seat, people)
  if (dryRun) return toAnswer(context, preview)
  const number = preview.filter(({ outcome }) => outcome === 'new').length
  await allowInvitations(context, person, { directoryId, number })
  return changeDirectory(context, person, directoryId, 'roles.manage', async ({ inside, tx, seat }) => {
    // Somebody else may have added people since the preview.
    const judged = await judge(inside, seat, people)
    const first = await freeTime(inside, directoryId)
    const drafts = judged.flatMap((one) => (one.outcome === 'new' ? [one.draft] : []))
    for (const [place, draft] of drafts.entries()) {
      const id = randomUUID()
      const now = context.clock.now()
      await tx
        .insert(directoryRoles)
        .values({ id, directoryId, ...draft, status: 'invited', createdAt: now, updatedAt: now })
      const offer = { id, directoryId, name: draft.name, email: draft.email }
      await writeOffer(inside, seat.directory.name, offer, new Date(first.getTime() + place * mailEveryMs))
      await auditIn(inside, person, directoryId, 'role.create', id)
    }
    return toAnswer(context, judged)
  })
}

const toAnswer = ({ config }: Context, judged: readonly Judgement[]): PeopleAnswer => ({
  lines: judged.map(({ line, email, outcome, ...rest }) => ({
    line,
    email,
    outcome,
    ...('fault' in rest ? { fault: rest.fault } : {}),
  })),
  mail: fateOf(config, 'mail'),
})

async function judge({ database, clock }: Context, { directory, role }: Seat, people: PeopleList['people']) {
  const licences = await database
    .select({ id: licenses.id, product: licenses.product })
    .from(licenses)
    .where(and(eq(licenses.directoryId, directory.id), isActive(clock.now())))
  return judgeLines(people, { own: role.permissions, present: await presentEmails(database, directory.id), licences })
}

/** Returns when the next invitation of a directory may be sent: after those that wait already. */
async function freeTime({ database, clock }: Context, directoryId: string): Promise<Date> {
  const now = clock.now()
  const [waiting] = await database
    .select({ last: max(messages.leaseUntil) })
    .from(directoryRoles)
    .innerJoin(messages, eq(messages.id, directoryRoles.mailId))
    .where(and(eq(directoryRoles.directoryId, directoryId), eq(messages.status, 'generating')))
  const last = waiting?.last?.getTime() ?? 0
  return last < now.getTime() ? now : new Date(last + mailEveryMs)
}

export async function presentEmails(database: Database, directoryId: string): Promise<Set<string>> {
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
