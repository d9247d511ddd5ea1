import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Person } from './principal.ts'

/** Owner of an object: a person (with the directory in which the person acted) or a customer. */
export type Owner =
  | { userId: string; directoryId: string | null; customerId: null; customerUserId: null }
  | { userId: null; directoryId: null; customerId: string; customerUserId: string | null }

interface OwnerColumns {
  userId: PgColumn
  directoryId: PgColumn
  customerId: PgColumn
  customerUserId: PgColumn
}

/** The owner columns for a person. `directoryId` is that of the directory in which the person acts. */
export const userOwner = (userId: string, directoryId: string | null = null): Owner => ({
  userId,
  directoryId,
  customerId: null,
  customerUserId: null,
})

/** Owner of the objects that this person creates. */
export const ownerOf = (person: Pick<Person, 'userId' | 'directory'>): Owner =>
  userOwner(person.userId, person.directory?.id ?? null)

/**
 * SQL condition that separates the data of owners. A person owns the same rows in every directory. Every query of a
 * table with owners must use a condition of this room (product 7.9). A constraint of every such table says the same about
 * people and customers; if a migration ever drops it, no row must be shown to the wrong side.
 */
export function ownedBy(columns: OwnerColumns, owner: Owner): SQL | undefined {
  if (owner.userId !== null) return and(eq(columns.userId, owner.userId), isNull(columns.customerId))
  return and(
    isNull(columns.userId),
    eq(columns.customerId, owner.customerId),
    owner.customerUserId === null ? undefined : eq(columns.customerUserId, owner.customerUserId),
  )
}

/** Rows of a directory whose owner's account was deleted, so that only the directory still owns them. */
export const isLeftTo = ({ directoryId, userId }: Pick<OwnerColumns, 'directoryId' | 'userId'>, id: string) =>
  and(eq(directoryId, id), isNull(userId))
