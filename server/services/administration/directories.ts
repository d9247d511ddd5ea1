import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import {
  type AdministeredDirectory,
  type DirectorySettings,
  directorySettings,
  type ListQuery,
} from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { directories, directoryRoles, users } from '../../store/schema/index.ts'
import { hasEmail } from '../accounts.ts'
import { audit } from '../audit.ts'
import { removeDirectory } from '../directories/index.ts'
import { writeOffer } from '../directories/offers.ts'
import { administratorSeat } from '../directories/seats.ts'
import type { Context } from '../index.ts'
import { allowInvitations } from '../invitations.ts'
import { countRows, matches, pageOf } from '../lists.ts'

/** Arbitrary id of the advisory lock under which the directory for people without a seat is chosen. */
const choosingLock = 7_204_422

type Row = Omit<typeof directories.$inferSelect, 'nameKey'> & { total: number; occupied: number }

const selectRows = ({ database }: Pick<Context, 'database'>) =>
  database
    .select({
      id: directories.id,
      name: directories.name,
      settings: directories.settings,
      seatlessSince: directories.seatlessSince,
      createdAt: directories.createdAt,
      updatedAt: directories.updatedAt,
      total: count(directoryRoles.id),
      occupied: count(directoryRoles.userId),
    })
    .from(directories)
    .leftJoin(directoryRoles, eq(directoryRoles.directoryId, directories.id))
    .groupBy(directories.id)

const toSummary = ({ id, name, total, occupied, seatlessSince, createdAt, updatedAt }: Row) => ({
  directoryId: id,
  name,
  forSeatless: seatlessSince !== null,
  roles: { total, occupied },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export async function listAllDirectories(context: Context, query: ListQuery) {
  const condition = matches(query.search, directories.name)
  const total = await countRows(context.database, directories, condition)
  const byName = [sql`lower(${directories.name})`, directories.id]
  // This subquery selects the directories of the requested page of the list. So the main query counts only the seats of
  // these directories, not the seats of all directories.
  const onPage = context.database
    .select({ id: directories.id })
    .from(directories)
    .where(condition)
    .orderBy(...byName)
    .limit(query.limit)
    .offset(query.offset)
  const rows = await selectRows(context)
    .where(inArray(directories.id, onPage))
    .orderBy(...byName)
  return pageOf(rows.map(toSummary), total, query)
}

export async function getAnyDirectory(context: Context, directoryId: string): Promise<AdministeredDirectory> {
  const [row] = await selectRows(context).where(eq(directories.id, directoryId))
  if (row === undefined) throw new Problem('not_found')
  return { ...toSummary(row), settings: directorySettings.parse(row.settings) }
}

/**
 * If `managerEmail` is given, counts the mail that offers the manager's seat against this person's limit of
 * invitations. Call it before `addDirectory` or `changeAnyDirectory`, outside of a transaction (see `allowInvitations`).
 */
export async function allowManagementOffer(
  context: Context,
  person: Person,
  { managerEmail }: { managerEmail?: string | undefined },
): Promise<void> {
  if (managerEmail !== undefined) await allowInvitations(context, person)
}

export async function addDirectory(
  context: Context,
  principal: Person,
  { name, managerEmail }: { name: string; managerEmail?: string | undefined },
): Promise<AdministeredDirectory> {
  const id = randomUUID()
  const now = context.clock.now()
  await context.database.insert(directories).values({ id, name, createdAt: now, updatedAt: now })
  if (managerEmail !== undefined) await offerManagement(context, id, managerEmail)
  await audit(context, principal, 'directory.create', id)
  return getAnyDirectory(context, id)
}

interface Change {
  name?: string | undefined
  settings?: DirectorySettings | undefined
  managerEmail?: string | undefined
  forSeatless?: boolean | undefined
}

/**
 * Changes a directory. With `forSeatless`, its rules hold for people without a seat, in place of those of any other
 * directory (product 12.106). Throws `not_found`.
 */
export async function changeAnyDirectory(
  context: Context,
  principal: Person,
  directoryId: string,
  { name, settings, managerEmail, forSeatless }: Change,
): Promise<AdministeredDirectory> {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    if (forSeatless !== undefined) await ruleSeatless(inside, directoryId, forSeatless)
    const [changedRow] = await tx
      .update(directories)
      .set({
        ...(name === undefined ? {} : { name }),
        ...(settings === undefined ? {} : { settings }),
        updatedAt: context.clock.now(),
      })
      .where(eq(directories.id, directoryId))
      .returning({ id: directories.id })
    if (changedRow === undefined) throw new Problem('not_found')
    if (managerEmail !== undefined) await offerManagement(inside, directoryId, managerEmail)
    await audit(inside, principal, 'directory.update', directoryId)
  })
  return getAnyDirectory(context, directoryId)
}

/** Lets the rules of this directory hold for people without a seat, from now on. Not `rules`: they hold no more. */
async function ruleSeatless({ database, clock }: Context, directoryId: string, rules: boolean): Promise<void> {
  const { id, seatlessSince } = directories
  // Without the lock, two administrators who choose at the same time could choose two directories.
  await database.execute(sql`select pg_advisory_xact_lock(${choosingLock})`)
  const isTarget = rules ? ne(id, directoryId) : eq(id, directoryId)
  await database
    .update(directories)
    .set({ seatlessSince: null })
    .where(and(isNotNull(seatlessSince), isTarget))
  if (!rules) return
  // A directory that rules already keeps its time. Otherwise older data would escape its retention.
  await database
    .update(directories)
    .set({ seatlessSince: clock.now() })
    .where(and(eq(id, directoryId), isNull(seatlessSince)))
}

/**
 * Offers a seat with every permission to the person with this email address, and sends a mail about the offer. Does
 * nothing if the person already has a seat or an offer in the directory.
 */
async function offerManagement(inside: Context, directoryId: string, email: string): Promise<void> {
  const { database, clock } = inside
  const invited = email.trim().toLowerCase()
  const members = await database
    .select({ id: directoryRoles.id })
    .from(directoryRoles)
    .innerJoin(users, eq(users.id, directoryRoles.userId))
    .where(and(eq(directoryRoles.directoryId, directoryId), hasEmail(invited)))
  if (members.length > 0) return
  const seat = administratorSeat(directoryId, clock.now())
  const [newRole] = await database
    .insert(directoryRoles)
    .values({ ...seat, status: 'invited', email: invited })
    .onConflictDoNothing()
    .returning({ id: directoryRoles.id })
  if (newRole === undefined) return
  const { name } = await getAnyDirectory(inside, directoryId)
  await writeOffer(inside, name, { ...seat, email: invited })
}

/**
 * Deletes any directory with `removeDirectory`. The administrator needs no seat in it. Throws `not_found`, and
 * `conflict` if the directory itself owns notes, transcripts or templates.
 */
export async function deleteAnyDirectory(context: Context, principal: Person, directoryId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    // The lock prevents new rows for this directory until the end of the transaction.
    const [row] = await tx
      .select({ id: directories.id })
      .from(directories)
      .where(eq(directories.id, directoryId))
      .for('update')
    if (row === undefined) throw new Problem('not_found')
    await removeDirectory({ ...context, database: tx }, directoryId)
    await audit({ ...context, database: tx }, principal, 'directory.delete', directoryId)
  })
}
