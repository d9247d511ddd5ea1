import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ReportAccess } from '../../lib/contracts/index.ts'
import { directoryRoles, outputs, users } from '../store/schema/index.ts'
import type { Caller, Person } from './callers.ts'
import { holds, isSharing } from './directories.ts'
import { changeableBy, ownedBy, ownerOf } from './owned.ts'

/** Reports that this caller owns, and may therefore change. */
export const isOwnReport = (caller: Caller): SQL | undefined => changeableBy(outputs, ownerOf(caller))

/** Reports of the directory in which this person acts, while the directory shares reports. */
const isDirectoryReport = ({ directory }: Person): SQL | undefined =>
  directory === null ? sql`false` : and(eq(outputs.directoryId, directory.id), isSharing(directory.id, 'reports'))

const mayRead = (person: Person) => holds(person, 'reports.read') || holds(person, 'reports.sign')

/**
 * Reports that this person may read: the person's own and, with `reports.read`, those of the directory. Whoever may sign
 * a report may read it too.
 */
export const isReadableReport = (caller: Caller): SQL | undefined => or(...readableReports(caller))

/** The parts of `isReadableReport`, each of which an index can answer: the person's own reports, those of the directory.
 * For a customer: all of the customer. */
export const readableReports = (caller: Caller): (SQL | undefined)[] =>
  caller.kind === 'customer'
    ? [ownedBy(outputs, ownerOf(caller))]
    : [isOwnReport(caller), ...(caller.directory !== null && mayRead(caller) ? [isDirectoryReport(caller)] : [])]

/** Reports that this person may sign: the person's own and, with `reports.sign`, those of the directory. */
export const isSignableReport = (caller: Caller): SQL | undefined =>
  caller.kind === 'customer'
    ? sql`false`
    : or(isOwnReport(caller), holds(caller, 'reports.sign') ? isDirectoryReport(caller) : undefined)

/** What this person may do with a report that the person may read. */
export function reportAccessOf(
  { userId, customerUserId }: Pick<typeof outputs.$inferSelect, 'userId' | 'customerUserId'>,
  person: Caller,
): ReportAccess {
  if (person.kind === 'customer') return customerUserId === person.customerUserId ? 'owner' : 'reader'
  if (userId === person.userId) return 'owner'
  return holds(person, 'reports.sign') ? 'signer' : 'reader'
}

/** People whose reports this person may read: the person and, if the seat allows reading, the members of the directory. */
export const isReadableAuthor = (person: Person): SQL | undefined => {
  const { directory } = person
  if (directory === null || !mayRead(person)) return eq(users.id, person.userId)
  const members = sql`select ${directoryRoles.userId} from ${directoryRoles} where ${directoryRoles.directoryId} = ${directory.id} and ${isSharing(directory.id, 'reports')}`
  // As an array, the ids are looked up in the index. With `or … in (select …)`, every user would be read.
  return sql`${users.id} = any(array(${members} union all select ${person.userId}::uuid))`
}
