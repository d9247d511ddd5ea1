import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { outputs, users } from '../store/schema/index.ts'
import { holds, isMember, isSharing } from './directories.ts'
import { ownedBy, ownerOf } from './owned.ts'
import type { Person } from './principal.ts'

/** Reports that this person owns, and may therefore change. */
export const isOwnReport = (person: Person): SQL | undefined => ownedBy(outputs, ownerOf(person))

/** Reports of the directory in which this person acts, while the directory shares reports. */
const isDirectoryReport = ({ directory }: Person): SQL | undefined =>
  directory === null ? sql`false` : and(eq(outputs.directoryId, directory.id), isSharing(directory.id, 'reports'))

/**
 * Reports that this person may read: the person's own and, with `reports.read`, those of the directory. Whoever may sign
 * a report may read it too.
 */
export const isReadableReport = (person: Person): SQL | undefined =>
  or(isOwnReport(person), mayReadDirectory(person) ? isDirectoryReport(person) : undefined)

const mayReadDirectory = (person: Person): boolean => holds(person, 'reports.read') || holds(person, 'reports.sign')

/** Reports that this person may sign: the person's own and, with `reports.sign`, those of the directory. */
export const isSignableReport = (person: Person): SQL | undefined =>
  or(isOwnReport(person), holds(person, 'reports.sign') ? isDirectoryReport(person) : undefined)

/** People whose reports this person may read: the person and, like their reports, the members of the directory. */
export const isReadableAuthor = (person: Person): SQL | undefined =>
  or(
    eq(users.id, person.userId),
    person.directory !== null && mayReadDirectory(person)
      ? and(isMember(person.directory.id), isSharing(person.directory.id, 'reports'))
      : undefined,
  )
