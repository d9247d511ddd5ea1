import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { directoryRoles, users } from '../store/schema/index.ts'
import { isAdministrator, type Person } from './callers.ts'
import { isMember } from './directories.ts'

const ownDirectoryIds = ({ userId }: Pick<Person, 'userId'>): SQL =>
  sql`(select ${directoryRoles.directoryId} from ${directoryRoles} where ${directoryRoles.userId} = ${userId})`

/**
 * SQL condition for the directories about which this person may learn. Undefined (no restriction) for an administrator
 * of the product.
 */
export const isKnownDirectory = (person: Person, directoryId: PgColumn): SQL | undefined =>
  isAdministrator(person) ? undefined : sql`${directoryId} in ${ownDirectoryIds(person)}`

/**
 * SQL condition for the people about whom this person may learn: the person, and everybody with a seat in one of the
 * person's directories (product 12.16). Undefined (no restriction) for an administrator of the product.
 */
export const isKnownPerson = (person: Person): SQL | undefined =>
  isAdministrator(person)
    ? undefined
    : or(
        eq(users.id, person.userId),
        sql`${users.id} in (select ${directoryRoles.userId} from ${directoryRoles} where ${directoryRoles.directoryId} in ${ownDirectoryIds(person)})`,
      )

/**
 * SQL condition for the users to whom this person may send a mail (product 12.17): the members of the directory in
 * which the person acts. Undefined (no restriction) for an administrator of the product.
 */
export const isReachableByMail = (person: Person): SQL | undefined => {
  if (isAdministrator(person)) return undefined
  return person.directory === null ? sql`false` : isMember(person.directory.id)
}
