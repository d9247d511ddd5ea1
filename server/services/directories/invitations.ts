import { and, asc, eq, sql } from 'drizzle-orm'
import type { Directory, Invitation, ListQuery } from '../../../lib/contracts/index.ts'
import { isOfferedTo, type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { directories, directoryRoles } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { countRows, pageOf } from '../lists.ts'
import { actIn, actInFirstSeat } from './manage.ts'
import { withoutOffer } from './offers.ts'
import { auditIn, changeDirectory, keepManager, toDirectory } from './seats.ts'

export async function listInvitations(
  { database }: Context,
  person: Person,
  query: Pick<ListQuery, 'offset' | 'limit'>,
) {
  const total = await countRows(database, directoryRoles, isOfferedTo(person))
  const rows: Invitation[] = await database
    .select({
      directoryId: directories.id,
      directoryName: directories.name,
      role: directoryRoles.name,
      permissions: directoryRoles.permissions,
    })
    .from(directoryRoles)
    .innerJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(isOfferedTo(person))
    .orderBy(asc(directories.name), directories.id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows, total, query)
}

/**
 * Accepts the seat that is offered to this person. If this session acts in no directory, it acts in the directory of
 * the seat from now on. If the person has no other seat, the person's other sessions that act in no directory also act
 * in this directory. Throws `not_found` without an offer, and `conflict` if the person already has a seat in the
 * directory.
 */
export const acceptInvitation = (context: Context, person: Person, directoryId: string): Promise<Directory> =>
  context.database.transaction(async (tx) => {
    const isMember = sql`exists (select 1 from ${directoryRoles} own where own.directory_id = ${directoryId} and own.user_id = ${person.userId})`
    // A single statement checks the offer and assigns the seat. So only the first of several parallel calls gets the
    // seat.
    const now = context.clock.now()
    const [seat] = await tx
      .update(directoryRoles)
      .set({ status: 'occupied', userId: person.userId, occupiedAt: now, ...withoutOffer, updatedAt: now })
      .where(and(eq(directoryRoles.directoryId, directoryId), isOfferedTo(person), sql`not ${isMember}`))
      .returning()
    if (seat === undefined) {
      await seatIn(tx, person, directoryId, null)
      throw new Problem('conflict', 'You already have a seat in this organisation.')
    }
    const chosenId = person.directory?.id ?? directoryId
    if (person.directory === null) await actIn(tx, person, directoryId)
    await actInFirstSeat(tx, person, directoryId)
    await auditIn({ ...context, database: tx }, person, directoryId, 'role.accept', seat.id)
    return toDirectory(await seatIn(tx, person, directoryId, null), chosenId)
  })

export const declineInvitation = (context: Context, person: Person, directoryId: string): Promise<void> =>
  context.database.transaction(async (tx) => {
    const [declined] = await tx
      .update(directoryRoles)
      .set({ status: 'open', ...withoutOffer, updatedAt: context.clock.now() })
      .where(and(eq(directoryRoles.directoryId, directoryId), isOfferedTo(person)))
      .returning({ id: directoryRoles.id })
    if (declined === undefined) throw new Problem('not_found')
    await auditIn({ ...context, database: tx }, person, directoryId, 'role.decline', declined.id)
  })

/**
 * Leaves a directory; the seat becomes open. Throws `not_found` without a seat, and `conflict` if the directory would
 * have no manager any more.
 */
export const leaveDirectory = (context: Context, person: Person, directoryId: string): Promise<void> =>
  changeDirectory(context, person, directoryId, null, async ({ inside, tx, seat: { role } }) => {
    await tx
      .update(directoryRoles)
      .set({ status: 'open', userId: null, updatedAt: context.clock.now() })
      .where(and(eq(directoryRoles.id, role.id), eq(directoryRoles.userId, person.userId)))
    await keepManager(tx, role)
    await auditIn(inside, person, directoryId, 'role.leave', role.id)
  })
