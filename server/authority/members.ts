import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type AccessPermission, accessPermissions } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../store/index.ts'
import { accessMembers, accessOrganizations, users } from '../store/schema/index.ts'
import type { Person } from './callers.ts'

/** True if the permission includes the needed one: `owner` includes `write`, which includes `read`. */
const includes = (permission: AccessPermission, needed: AccessPermission): boolean =>
  accessPermissions.indexOf(permission) <= accessPermissions.indexOf(needed)

/**
 * What this person may do in an access organisation. Throws `not_found` for everybody who is not a member, and
 * `forbidden` if the permission does not include the needed one.
 */
export async function findMembership(
  database: Database,
  { userId }: Pick<Person, 'userId'>,
  accessId: string,
  needed: AccessPermission,
): Promise<{ id: string; permission: AccessPermission }> {
  const [member] = await database
    .select({ permission: accessMembers.permission })
    .from(accessMembers)
    .where(and(eq(accessMembers.accessId, accessId), eq(accessMembers.userId, userId)))
  if (member === undefined) throw new Problem('not_found')
  if (!includes(member.permission, needed))
    throw new Problem('forbidden', `This needs the permission ${needed} in this organisation.`)
  return { id: accessId, permission: member.permission }
}

/** Access organisations of which this person is a member. */
export const isOwnAccess = ({ userId }: Pick<Person, 'userId'>): SQL =>
  sql`${accessOrganizations.id} in (select ${accessMembers.accessId} from ${accessMembers} where ${accessMembers.userId} = ${userId})`

/** Invitations to the email of this person, as the account has it now. */
export const isAccessInviteOf = ({ userId }: Pick<Person, 'userId'>): SQL =>
  sql`${accessMembers.email} = (select lower(${users.email}) from ${users} where ${users.id} = ${userId})`
