import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ReportAccess } from '../../lib/contracts/index.ts'
import { directoryRoles, outputs, users } from '../store/schema/index.ts'
import type { Caller, Person } from './callers.ts'
import { holds, isSharing } from './directories.ts'
import { changeableBy, ownedBy, ownerOf } from './owned.ts'

export const isOwnReport = (caller: Caller): SQL | undefined => changeableBy(outputs, ownerOf(caller))

/**
 * SQL condition for the reports of the directory in which this person acts. No report matches while the directory does
 * not allow sharing reports.
 */
const isDirectoryReport = ({ directory }: Person): SQL | undefined =>
  directory === null ? sql`false` : and(eq(outputs.directoryId, directory.id), isSharing(directory.id, 'reports'))

const mayRead = (person: Person) => holds(person, 'reports.read') || holds(person, 'reports.sign')

/**
 * SQL condition for the reports that this caller may read. For a person: the person's own reports and, with
 * `reports.read` or `reports.sign`, the reports of the directory. For a customer: all reports of the customer.
 */
export const isReadableReport = (caller: Caller): SQL | undefined => or(...readableReports(caller))

/**
 * Returns the conditions that `isReadableReport` joins with `or`: the person's own reports, and the reports of the
 * directory. For a customer, returns one condition for all reports of the customer. If a caller queries each condition
 * separately, PostgreSQL can use an index for each query.
 */
export const readableReports = (caller: Caller): (SQL | undefined)[] =>
  caller.kind === 'customer'
    ? [ownedBy(outputs, ownerOf(caller))]
    : [isOwnReport(caller), ...(caller.directory !== null && mayRead(caller) ? [isDirectoryReport(caller)] : [])]

export const isSignableReport = (caller: Caller): SQL | undefined =>
  caller.kind === 'customer'
    ? sql`false`
    : or(isOwnReport(caller), holds(caller, 'reports.sign') ? isDirectoryReport(caller) : undefined)

export function reportAccessOf(
  { userId, customerUserId }: Pick<typeof outputs.$inferSelect, 'userId' | 'customerUserId'>,
  person: Caller,
): ReportAccess {
  if (person.kind === 'customer') return customerUserId === person.customerUserId ? 'owner' : 'reader'
  if (userId === person.userId) return 'owner'
  return holds(person, 'reports.sign') ? 'signer' : 'reader'
}

/**
 * SQL condition for the people whose reports this person may read: the person, and perhaps the other members of the
 * directory. The other members are included only if the person's role allows reading their reports and the directory
 * allows sharing reports.
 */
export const isReadableAuthor = (person: Person): SQL | undefined => {
  const { directory } = person
  if (directory === null || !mayRead(person)) return eq(users.id, person.userId)
  const members = sql`select ${directoryRoles.userId} from ${directoryRoles} where ${directoryRoles.directoryId} = ${directory.id} and ${isSharing(directory.id, 'reports')}`
  // With the ids as an array, PostgreSQL uses the index. With `or … in (select …)`, it would read every user.
  return sql`${users.id} = any(array(${members} union all select ${person.userId}::uuid))`
}
