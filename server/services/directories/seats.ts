import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import {
  type AuditAction,
  type Directory,
  type DirectoryPermission,
  directoryPermissions,
} from '../../../lib/contracts/index.ts'
import { type Person, type Seat, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { directories, directoryRoles, users } from '../../store/schema/index.ts'
import { audit, type Who } from '../audit.ts'
import type { Context } from '../index.ts'

export const toDirectory = ({ directory, role }: Seat, chosenId: string | null): Directory => ({
  directoryId: directory.id,
  name: directory.name,
  roleId: role.id,
  permissions: role.permissions,
  chosen: directory.id === chosenId,
  createdAt: directory.createdAt.toISOString(),
})

/**
 * Returns the columns of a new seat with every permission. The caller adds the person in the seat, or the email of the
 * offer.
 */
export const administratorSeat = (directoryId: string, now: Date) => ({
  id: randomUUID(),
  directoryId,
  name: 'Administrator',
  permissions: [...directoryPermissions],
  createdAt: now,
  updatedAt: now,
})

interface Change {
  inside: Context
  tx: Database
  seat: Seat
}

/**
 * Changes a directory or its seats in one transaction. A lock makes the changes of one directory run one after the
 * other, and the caller's seat is read after the lock. Without the lock, the last two managers of the directory could
 * leave at the same time, because each would count the other as the remaining manager. Throws `not_found` if the caller
 * has no seat in the directory, and `forbidden` if the seat lacks `permission` (null: no permission is needed).
 */
export function changeDirectory<Result>(
  context: Context,
  person: Person,
  directoryId: string,
  permission: DirectoryPermission | null,
  change: (change: Change) => Promise<Result>,
): Promise<Result> {
  return context.database.transaction(async (tx) => {
    // The condition on the membership lets only members take the lock. Without this condition, anybody could delay the
    // changes of a directory.
    await tx
      .select({ id: directories.id })
      .from(directories)
      .where(
        and(
          eq(directories.id, directoryId),
          sql`exists (select 1 from ${directoryRoles} where ${directoryRoles.directoryId} = ${directoryId} and ${directoryRoles.userId} = ${person.userId})`,
        ),
      )
      .for('no key update')
    const seat = await seatIn(tx, person, directoryId, permission)
    return change({ inside: { ...context, database: tx }, tx, seat })
  })
}

/**
 * Writes an audit entry that belongs to this directory, even if the person acts in another directory. The audit log of
 * this directory then shows the entry.
 */
export const auditIn = (
  context: Context,
  person: Who,
  directoryId: string,
  action: AuditAction,
  subjectId: string,
): Promise<void> => audit(context, { ...person, directory: { id: directoryId } }, action, subjectId)

/**
 * Throws `conflict` if the change has removed the last manager who can sign in. The error rolls the change back. Call
 * it in `changeDirectory`, after a person has lost a seat or a seat has lost permissions. `previousSeat` is the seat before
 * the change.
 */
export async function keepManager(
  tx: Database,
  previousSeat: Pick<typeof directoryRoles.$inferSelect, 'directoryId' | 'userId' | 'permissions'>,
): Promise<void> {
  if (previousSeat.userId === null || !previousSeat.permissions.includes('directory.manage')) return
  const [manager] = await tx
    .select({ id: directoryRoles.id })
    .from(directoryRoles)
    .innerJoin(users, eq(users.id, directoryRoles.userId))
    .where(
      and(
        eq(directoryRoles.directoryId, previousSeat.directoryId),
        sql`'directory.manage' = any(${directoryRoles.permissions})`,
        isNull(users.disabledAt),
      ),
    )
    .limit(1)
  if (manager !== undefined) return
  throw new Problem(
    'conflict',
    'Nobody else manages this organisation. First give another member the permission to manage the organisation.',
  )
}
