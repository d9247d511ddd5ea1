import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import {
  type DirectoryPermission,
  type DirectorySettings,
  directorySettings,
  type SignInMethod,
  type WritingStyle,
} from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../store/index.ts'
import { directories, directoryRoles, users } from '../store/schema/index.ts'
import type { Person } from './callers.ts'

export type Seat = Awaited<ReturnType<typeof seatIn>>

/**
 * Returns the seat of this person in a directory. Throws `not_found` for a person without a seat, so that nobody learns
 * which directories exist, and `forbidden` if the seat lacks `permission`. `permission` is null if every seat suffices.
 */
export async function seatIn(
  database: Database,
  person: Pick<Person, 'userId'>,
  directoryId: string,
  permission: DirectoryPermission | null,
) {
  const [seat] = await database
    .select({ directory: directories, role: directoryRoles })
    .from(directoryRoles)
    .innerJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(and(eq(directoryRoles.directoryId, directoryId), eq(directoryRoles.userId, person.userId)))
  if (seat === undefined) throw new Problem('not_found')
  if (permission !== null && !seat.role.permissions.includes(permission))
    throw new Problem(
      'forbidden',
      `You do not have the permission for this in ${seat.directory.name}. Ask an administrator of the organisation for the permission.`,
    )
  return seat
}

/**
 * Returns the person with the present permissions of the seat. Streams and other long calls must call this repeatedly:
 * otherwise, a person who was removed from the directory could read until the call ends.
 */
export async function withSeatNow(database: Database, person: Person): Promise<Person> {
  if (person.directory === null) return person
  const { id } = person.directory
  const [seat] = await database
    .select({ permissions: directoryRoles.permissions })
    .from(directoryRoles)
    .where(and(eq(directoryRoles.directoryId, id), eq(directoryRoles.userId, person.userId)))
  return { ...person, directory: seat === undefined ? null : { id, permissions: seat.permissions } }
}

export const holds = ({ directory }: Pick<Person, 'directory'>, permission: DirectoryPermission): boolean =>
  directory?.permissions.includes(permission) === true

/** True if this person has turned on a second factor, or has a seat in a directory that requires a second factor. */
export async function requiresSecondFactor(database: Database, userId: string): Promise<boolean> {
  const rows = await database
    .select({ id: users.id })
    .from(users)
    .leftJoin(directoryRoles, eq(directoryRoles.userId, users.id))
    .leftJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(
      and(
        eq(users.id, userId),
        or(
          eq(users.secondFactorEmail, true),
          eq(users.secondFactorPhone, true),
          sql`${directories.settings} ->> 'secondFactorRequired' = 'true'`,
        ),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function restrictedMethods(
  database: Database,
  userId: string,
): Promise<{ name: string; methods: readonly SignInMethod[] }[]> {
  const seats = await database
    .select({ name: directories.name, settings: directories.settings })
    .from(directoryRoles)
    .innerJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(eq(directoryRoles.userId, userId))
  return seats
    .map(({ name, settings }) => ({ name, methods: directorySettings.parse(settings).signInMethods }))
    .filter(({ methods }) => methods.length > 0)
}

/** Returns the usual language of the members of this directory (product 12.93). Returns `en` without a directory. */
export async function languageOf(database: Database, directoryId: string | null): Promise<string> {
  if (directoryId === null) return 'en'
  const [directory] = await database
    .select({ settings: directories.settings })
    .from(directories)
    .where(eq(directories.id, directoryId))
  return directorySettings.parse(directory?.settings ?? {}).language
}

export async function styleOf(database: Database, directoryId: string | null): Promise<WritingStyle> {
  if (directoryId === null) return {}
  const [directory] = await database
    .select({ settings: directories.settings })
    .from(directories)
    .where(eq(directories.id, directoryId))
  return directorySettings.parse(directory?.settings ?? {}).style
}

export const isMember = (directoryId: string): SQL =>
  sql`${users.id} in (select ${directoryRoles.userId} from ${directoryRoles} where ${directoryRoles.directoryId} = ${directoryId})`

/**
 * Throws `forbidden` unless the caller's seat has every permission that it gives to another seat. Otherwise a member
 * who manages roles could offer all permissions to a second account of the same person.
 */
export function refuseGranting(seat: Seat, permissions: readonly DirectoryPermission[]): void {
  const excess = permissions.filter((permission) => !seat.role.permissions.includes(permission))
  if (excess.length === 0) return
  throw new Problem(
    'forbidden',
    `You can give only permissions that you have yourself. You do not have: ${excess.join(', ')}.`,
  )
}

/**
 * SQL condition for the roles (seats) that are offered to the present email of this person's account. If nobody has
 * proved the email, only offers of the directory that vouches for it count (product 12.108). The condition need not name
 * the status: the constraint `directory_roles_status` allows an email only on an offered role.
 */
export const isOfferedTo = ({ userId }: Pick<Person, 'userId'>): SQL =>
  sql`${directoryRoles.email} = (select lower(${users.email}) from ${users} where ${users.id} = ${userId} and (${users.vouchedBy} is null or ${users.vouchedBy} = ${directoryRoles.directoryId}))`

export const isSharing = (directoryId: string, things: keyof DirectorySettings['sharing']): SQL =>
  sql`(select ${directories.settings} -> 'sharing' ->> ${things}::text from ${directories} where ${directories.id} = ${directoryId}) is distinct from 'false'`
