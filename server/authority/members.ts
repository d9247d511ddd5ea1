import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type AccessPermission, accessPermissions } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../store/index.ts'
import { accessMembers, accessOrganizations, users } from '../store/schema/index.ts'
import type { Person } from './callers.ts'

const includes = (permission: AccessPermission, minimum: AccessPermission): boolean =>
  accessPermissions.indexOf(permission) <= accessPermissions.indexOf(minimum)

/**
 * Returns the developer organisation and the permission of this person in it. Throws `not_found` for a person who is
 * not a member, and `forbidden` if the permission does not include the needed permission.
 */
export async function findMembership(
  database: Database,
  { userId }: Pick<Person, 'userId'>,
  accessId: string,
  minimum: AccessPermission,
): Promise<{ id: string; permission: AccessPermission }> {
  const [member] = await database
    .select({ permission: accessMembers.permission })
    .from(accessMembers)
    .where(and(eq(accessMembers.accessId, accessId), eq(accessMembers.userId, userId)))
  if (member === undefined) throw new Problem('not_found')
  if (!includes(member.permission, minimum))
    throw new Problem('forbidden', `This action needs the permission ${minimum} in this organisation.`)
  return { id: accessId, permission: member.permission }
}

export const isOwnAccess = ({ userId }: Pick<Person, 'userId'>): SQL =>
  sql`${accessOrganizations.id} in (select ${accessMembers.accessId} from ${accessMembers} where ${accessMembers.userId} = ${userId})`

/** SQL condition for the invitations to the present email of this person's account, if it is proved (product 12.108). */
export const isAccessInviteOf = ({ userId }: Pick<Person, 'userId'>): SQL =>
  sql`${accessMembers.email} = (select lower(${users.email}) from ${users} where ${users.id} = ${userId} and ${users.vouchedBy} is null)`
