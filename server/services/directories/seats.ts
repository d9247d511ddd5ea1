import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Directory, type DirectoryPermission, directoryPermissions } from '../../../lib/contracts/index.ts'
import { type Person, type Seat, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { directories, directoryRoles, users } from '../../store/schema/index.ts'
import { type AuditAction, audit } from '../audit.ts'
import type { Context } from '../index.ts'

/** Converts a directory and the member's own seat to the API format. */
export const toDirectory = ({ directory, role }: Seat, chosenId: string | null): Directory => ({
  directoryId: directory.id,
  name: directory.name,
  roleId: role.id,
  permissions: role.permissions,
  chosen: directory.id === chosenId,
  createdAt: directory.createdAt.toISOString(),
})

/** The columns of a new seat with every permission. The caller adds who is in it, or to whom it is offered. */
export const administratorSeat = (directoryId: string, now: Date) => ({
  id: randomUUID(),
  directoryId,
  name: 'Administrator',
  permissions: [...directoryPermissions],
  createdAt: now,
  updatedAt: now,
})

/** What a change of a directory runs with. */
interface Change {
  /** The context of the transaction. */
  inside: Context
  tx: Database
  seat: Seat
}

/**
 * Changes a directory or its seats in one transaction. Changes of one directory run one after another, and the seat is
 * read after the wait. Otherwise the last two members who manage the directory could leave at the same moment, each
 * counting on the other. Throws `not_found` without a seat, `forbidden` if the seat lacks the permission.
 */
export function changeDirectory<Result>(
  context: Context,
  person: Person,
  directoryId: string,
  permission: DirectoryPermission | null,
  change: (change: Change) => Promise<Result>,
): Promise<Result> {
  return context.database.transaction(async (tx) => {
    // Only a member waits for the lock. Otherwise anybody could hold up a directory.
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

/** Writes an audit entry that the directory's own audit log shows, also if the person acts in another directory. */
export const auditIn = (
  context: Context,
  person: Person,
  directoryId: string,
  action: AuditAction,
  subjectId: string,
): Promise<void> => audit(context, { ...person, directory: { id: directoryId } }, action, subjectId)

/**
 * Call it in `changeDirectory`, after a person has lost a seat or a seat has lost permissions. `before` is the seat as it
 * was. Throws `conflict`, which takes the change back, if nobody who can sign in manages the directory any more.
 */
export async function keepManager(
  tx: Database,
  before: Pick<typeof directoryRoles.$inferSelect, 'directoryId' | 'userId' | 'permissions'>,
): Promise<void> {
  if (before.userId === null || !before.permissions.includes('directory.manage')) return
  const [manager] = await tx
    .select({ id: directoryRoles.id })
    .from(directoryRoles)
    .innerJoin(users, eq(users.id, directoryRoles.userId))
    .where(
      and(
        eq(directoryRoles.directoryId, before.directoryId),
        sql`'directory.manage' = any(${directoryRoles.permissions})`,
        isNull(users.disabledAt),
      ),
    )
    .limit(1)
  if (manager !== undefined) return
  throw new Problem(
    'conflict',
    'Nobody else manages this organisation. Give another member the permission to manage it first.',
  )
}
