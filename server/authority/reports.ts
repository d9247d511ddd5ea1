import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ReportAccess } from '../../lib/contracts/index.ts'
import { directoryRoles, outputs, users } from '../store/schema/index.ts'
import { holds, isSharing } from './directories.ts'
import { ownedBy, ownerOf } from './owned.ts'
import type { Person } from './principal.ts'

/** Reports that this person owns, and may therefore change. */
export const isOwnReport = (person: Person): SQL | undefined => ownedBy(outputs, ownerOf(person))

/** Reports of the directory in which this person acts, while the directory shares reports. */
const isDirectoryReport = ({ directory }: Person): SQL | undefined =>
  directory === null ? sql`false` : and(eq(outputs.directoryId, directory.id), isSharing(directory.id, 'reports'))

const mayRead = (person: Person) => holds(person, 'reports.read') || holds(person, 'reports.sign')

/**
 * Reports that this person may read: the person's own and, with `reports.read`, those of the directory. Whoever may sign
 * a report may read it too.
 */
export const isReadableReport = (person: Person): SQL | undefined => or(...readableReports(person))

/** The parts of `isReadableReport`, each of which an index can answer: the person's own reports, those of the directory. */
export const readableReports = (person: Person): (SQL | undefined)[] => [
  isOwnReport(person),
  ...(person.directory !== null && mayRead(person) ? [isDirectoryReport(person)] : []),
]

/** Reports that this person may sign: the person's own and, with `reports.sign`, those of the directory. */
export const isSignableReport = (person: Person): SQL | undefined =>
  or(isOwnReport(person), holds(person, 'reports.sign') ? isDirectoryReport(person) : undefined)

/** What this person may do with a report that the person may read. */
export function reportAccessOf({ userId }: Pick<typeof outputs.$inferSelect, 'userId'>, person: Person): ReportAccess {
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
