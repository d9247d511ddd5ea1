import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ReportAccess } from '../../lib/contracts/index.ts'
import { outputs, users } from '../store/schema/index.ts'
import { holds, isMember, isSharing } from './directories.ts'
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
export const isReadableReport = (person: Person): SQL | undefined =>
  or(isOwnReport(person), mayRead(person) ? isDirectoryReport(person) : undefined)

/** Reports that this person may sign: the person's own and, with `reports.sign`, those of the directory. */
export const isSignableReport = (person: Person): SQL | undefined =>
  or(isOwnReport(person), holds(person, 'reports.sign') ? isDirectoryReport(person) : undefined)

/** What this person may do with a report that the person may read. */
export function reportAccessOf({ userId }: Pick<typeof outputs.$inferSelect, 'userId'>, person: Person): ReportAccess {
  if (userId === person.userId) return 'owner'
  return holds(person, 'reports.sign') ? 'signer' : 'reader'
}

/** People whose reports this person may read: the person and, if the seat allows reading, the members of the directory. */
export const isReadableAuthor = (person: Person): SQL | undefined =>
  or(
    eq(users.id, person.userId),
    person.directory !== null && mayRead(person)
      ? and(isMember(person.directory.id), isSharing(person.directory.id, 'reports'))
      : undefined,
  )
