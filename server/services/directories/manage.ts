import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { Directory, ListQuery } from '../../../lib/contracts/index.ts'
import { isLayoutOf, isLeftTo, type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import {
  directories,
  directoryRoles,
  layouts,
  licenses,
  outputs,
  sessionFamilies,
  transcripts,
} from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import { endSubscriptions } from '../billing/again.ts'
import { forgetAnswers } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { endLicenses } from '../licenses/credits.ts'
import { matches, pageOf } from '../lists.ts'
import { administratorSeat, auditIn, changeDirectory, toDirectory } from './seats.ts'

export async function listDirectories({ database }: Context, person: Person, query: ListQuery) {
  const condition = and(eq(directoryRoles.userId, person.userId), matches(query.search, directories.name))
  const seats = database
    .select({ directory: directories, role: directoryRoles })
    .from(directoryRoles)
    .innerJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(condition)
  const [totalRow] = await database
    .select({ total: count() })
    .from(directoryRoles)
    .innerJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(condition)
  const rows = await seats.orderBy(asc(directories.name), directories.id).limit(query.limit).offset(query.offset)
  const chosenId = person.directory?.id ?? null
  return pageOf(
    rows.map((seat) => toDirectory(seat, chosenId)),
    totalRow?.total ?? 0,
    query,
  )
}

export const getDirectory = async ({ database }: Context, person: Person, directoryId: string): Promise<Directory> =>
  toDirectory(await seatIn(database, person, directoryId, null), person.directory?.id ?? null)

/**
 * Creates a directory. The person who creates it gets a seat with all permissions, and this session then acts in the
 * directory. If the person has no other seat, the person's other sessions that act in no directory also act in it.
 * `context.database` must be a transaction.
 */
export async function createDirectory(
  context: Context,
  person: Person,
  { name }: { name: string },
): Promise<Directory> {
  const { database, clock } = context
  const now = clock.now()
  const directoryId = randomUUID()
  await database.insert(directories).values({ id: directoryId, name, createdAt: now, updatedAt: now })
  await database
    .insert(directoryRoles)
    .values({ ...administratorSeat(directoryId, now), status: 'occupied', userId: person.userId, occupiedAt: now })
  await actIn(database, person, directoryId)
  await actInFirstSeat(database, person, directoryId)
  await auditIn(context, person, directoryId, 'directory.create', directoryId)
  return toDirectory(await seatIn(database, person, directoryId, null), directoryId)
}

export const renameDirectory = (
  context: Context,
  person: Person,
  directoryId: string,
  { name }: { name: string },
): Promise<Directory> =>
  changeDirectory(context, person, directoryId, 'directory.manage', async ({ inside, tx, seat }) => {
    await tx.update(directories).set({ name, updatedAt: context.clock.now() }).where(eq(directories.id, directoryId))
    await auditIn(inside, person, directoryId, 'directory.rename', directoryId)
    return toDirectory({ ...seat, directory: { ...seat.directory, name } }, person.directory?.id ?? null)
  })

/**
 * Deletes a directory. Throws `not_found` if this person has no seat in it, `forbidden` if the seat lacks
 * `directory.manage`, and `conflict` if the directory itself owns notes, transcripts or templates.
 */
export const deleteDirectory = (context: Context, person: Person, directoryId: string): Promise<void> =>
  changeDirectory(context, person, directoryId, 'directory.manage', async ({ inside }) => {
    await removeDirectory(inside, directoryId)
    await auditIn(inside, person, directoryId, 'directory.delete', directoryId)
  })

/**
 * Deletes a directory with its seats, and ends its licences and subscriptions. The notes, transcripts and templates of
 * its members stay with the members. Call it in a transaction that has locked the row of the directory. Throws
 * `conflict` while the directory itself owns notes, transcripts or templates, because these would lose their owner.
 */
export async function removeDirectory(inside: Context, directoryId: string): Promise<void> {
  const { database } = inside
  for (const table of [outputs, transcripts, layouts]) {
    const [left] = await database.select({ id: table.id }).from(table).where(isLeftTo(table, directoryId)).limit(1)
    if (left === undefined) continue
    throw new Problem(
      'conflict',
      'This organisation cannot be deleted. It owns notes, transcripts or templates of people whose accounts were deleted, and these would be lost.',
    )
  }
  // Deleting the directory sets `directoryId` to null, and the database refuses a shared layout without a directory.
  await database.update(layouts).set({ shared: false }).where(isLayoutOf(directoryId))
  const roles = await database.delete(directoryRoles).where(eq(directoryRoles.directoryId, directoryId)).returning()
  await database.delete(directories).where(eq(directories.id, directoryId))
  await endSubscriptions(inside, directoryId)
  // Licences are locked after the directory, as in the reservation of a credit. A different order could cause a
  // deadlock.
  await endLicenses(inside, eq(licenses.directoryId, directoryId))
  // The answers that are stored for repeated calls contain the emails of the people to whom seats were offered.
  await forgetAnswers(inside, directoryId, ...roles.map(({ id }) => id))
}

/**
 * Sets the directory in which this session acts. Null: no directory. Throws `not_found` without a seat in the
 * directory.
 */
export const chooseDirectory = (context: Context, person: Person, directoryId: string | null): Promise<void> =>
  context.database.transaction(async (tx) => {
    if (directoryId !== null) await seatIn(tx, person, directoryId, null)
    await actIn(tx, person, directoryId)
    const directory = directoryId === null ? null : { id: directoryId }
    await audit({ ...context, database: tx }, { ...person, directory }, 'directory.choose', directoryId)
  })

/**
 * Lets this session act in the directory. Does not check the seat: call it only for a person with a seat in the
 * directory.
 */
export async function actIn(
  database: Database,
  { familyId }: Pick<Person, 'familyId'>,
  directoryId: string | null,
): Promise<void> {
  await database.update(sessionFamilies).set({ directoryId }).where(eq(sessionFamilies.id, familyId))
}

/**
 * If this is the person's only seat, makes all sessions of the person that act in no directory act in this directory.
 * Without this change, a person who gets the seat in the portal would also have to choose the directory in the panel of
 * the extension.
 */
export async function actInFirstSeat(
  database: Database,
  { userId }: Pick<Person, 'userId'>,
  directoryId: string,
): Promise<void> {
  const hasOtherSeat = sql`exists (select 1 from ${directoryRoles} seat where seat.user_id = ${userId} and seat.directory_id <> ${directoryId})`
  await database
    .update(sessionFamilies)
    .set({ directoryId })
    .where(and(eq(sessionFamilies.userId, userId), isNull(sessionFamilies.directoryId), sql`not ${hasOtherSeat}`))
}
