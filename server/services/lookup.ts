import { and, asc, eq, type SQL } from 'drizzle-orm'
import { type DirectoryUser, directorySettings, type KnownSeat } from '../../lib/contracts/index.ts'
import { isAdministrator, isKnownDirectory, isKnownPerson, type Person, seatIn } from '../authority/index.ts'
import { Problem } from '../problem.ts'
import { directories, directoryRoles, users } from '../store/schema/index.ts'
import { hasEmail } from './accounts.ts'
import { selectMembers } from './directories/index.ts'
import type { Context } from './index.ts'

type Wanted = { email: string } | { userId: string }

const isWanted = (person: Wanted): SQL => ('email' in person ? hasEmail(person.email) : eq(users.id, person.userId))

/**
 * Returns the id of a person whom the caller may look up (see `isKnownPerson`). Throws `not_found` for an unknown
 * person and for a person whom the caller may not look up, so that the caller cannot tell these apart.
 */
export async function lookUpUserId({ database }: Context, person: Person, target: Wanted): Promise<{ userId: string }> {
  const [user] = await database
    .select({ userId: users.id })
    .from(users)
    .where(and(isWanted(target), isKnownPerson(person)))
  if (user === undefined) throw new Problem('not_found')
  return user
}

/**
 * Returns the seats of a person, sorted by the name of the directory. Only directories that the caller may look up are
 * included (see `isKnownDirectory`). Throws `not_found`.
 */
export async function lookUpDirectories(
  context: Context,
  person: Person,
  target: Wanted,
): Promise<{ directories: KnownSeat[] }> {
  const seats = await findSeats(context, person, target)
  return {
    directories: seats.map(({ directory, role }) => ({
      directoryId: directory.id,
      name: directory.name,
      roleId: role.id,
      role: role.name,
    })),
  }
}

export async function lookUpSettings(context: Context, person: Person, target: Wanted) {
  const seats = await findSeats(context, person, target)
  return {
    settings: seats.map(({ directory }) => ({
      directoryId: directory.id,
      settings: directorySettings.parse(directory.settings),
    })),
  }
}

async function findSeats(context: Context, person: Person, target: Wanted) {
  const { userId } = await lookUpUserId(context, person, target)
  return context.database
    .select({ directory: directories, role: directoryRoles })
    .from(directoryRoles)
    .innerJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(and(eq(directoryRoles.userId, userId), isKnownDirectory(person, directories.id)))
    .orderBy(asc(directories.name), directories.id)
}

/**
 * Returns the person of `target` as a member of a directory. The caller (`person`) must be a member of the directory or an
 * administrator of the product. Throws `not_found` otherwise, and also if the wanted person is not a member.
 */
export async function lookUpMember(
  { database }: Context,
  person: Person,
  directoryId: string,
  target: Wanted,
): Promise<DirectoryUser> {
  if (!isAdministrator(person)) await seatIn(database, person, directoryId, null)
  const [member] = await selectMembers(database).where(
    and(eq(directoryRoles.directoryId, directoryId), isWanted(target)),
  )
  if (member === undefined) throw new Problem('not_found')
  return member
}
