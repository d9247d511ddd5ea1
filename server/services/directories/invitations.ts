import { and, asc, eq, sql } from 'drizzle-orm'
import type { Directory, Invitation, ListQuery } from '../../../lib/contracts/index.ts'
import { isOfferedTo, type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { directories, directoryRoles } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { countRows, pageOf } from '../lists.ts'
import { actIn, actInFirstSeat } from './manage.ts'
import { auditIn, changeDirectory, keepManager, toDirectory } from './seats.ts'

/** The seats that are offered to this person, by name of the directory. */
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
 * Takes the seat that is offered to this person. The session then acts in this directory if it acts in none,
 * and so do the person's other sessions if this is the first seat. Throws
 * `not_found` without an offer, `conflict` if the person already has a seat in the directory.
 */
export const acceptInvitation = (context: Context, person: Person, directoryId: string): Promise<Directory> =>
  context.database.transaction(async (tx) => {
    const isMember = sql`exists (select 1 from ${directoryRoles} own where own.directory_id = ${directoryId} and own.user_id = ${person.userId})`
    // One statement decides who gets the seat: of several that run at the same time, only the first finds it offered.
    const [taken] = await tx
      .update(directoryRoles)
      .set({ status: 'occupied', userId: person.userId, email: null, updatedAt: context.clock.now() })
      .where(and(eq(directoryRoles.directoryId, directoryId), isOfferedTo(person), sql`not ${isMember}`))
      .returning()
    if (taken === undefined) {
      await seatIn(tx, person, directoryId, null)
      throw new Problem('conflict', 'You already have a role in this organisation.')
    }
    const chosenId = person.directory?.id ?? directoryId
    if (person.directory === null) await actIn(tx, person, directoryId)
    await actInFirstSeat(tx, person, directoryId)
    await auditIn({ ...context, database: tx }, person, directoryId, 'role.accept', taken.id)
    return toDirectory(await seatIn(tx, person, directoryId, null), chosenId)
  })

/** Declines the offered seat, which is then open. Throws `not_found` without an offer. */
export const declineInvitation = (context: Context, person: Person, directoryId: string): Promise<void> =>
  context.database.transaction(async (tx) => {
    const [declined] = await tx
      .update(directoryRoles)
      .set({ status: 'open', email: null, updatedAt: context.clock.now() })
      .where(and(eq(directoryRoles.directoryId, directoryId), isOfferedTo(person)))
      .returning({ id: directoryRoles.id })
    if (declined === undefined) throw new Problem('not_found')
    await auditIn({ ...context, database: tx }, person, directoryId, 'role.decline', declined.id)
  })

/**
 * Leaves a directory; the seat is then open. Throws `not_found` without a seat, `conflict` if nobody would manage the
 * directory any more.
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
