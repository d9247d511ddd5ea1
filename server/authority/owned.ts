import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Customer, Person } from './callers.ts'

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

/** Owner of the objects that this caller creates. */
export const ownerOf = (
  caller: Pick<Person, 'userId' | 'directory'> | Pick<Customer, 'userId' | 'customerId' | 'customerUserId'>,
): Owner =>
  caller.userId === null
    ? {
        userId: null,
        directoryId: null,
        customerId: caller.customerId,
        customerUserId: caller.customerUserId,
      }
    : userOwner(caller.userId, caller.directory?.id ?? null)

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

/**
 * The rows that this owner may change. A customer reads everything of its users, and changes only what belongs to no user
 * (product 12.73).
 */
export const changeableBy = (columns: OwnerColumns, owner: Owner): SQL | undefined =>
  and(
    ownedBy(columns, owner),
    owner.userId === null && owner.customerUserId === null ? isNull(columns.customerUserId) : undefined,
  )

/** Rows of these customers, or only of these users of theirs. For deleting them. */
export const isOfCustomers = ({ customerId }: Pick<OwnerColumns, 'customerId'>, ids: readonly string[]): SQL =>
  inArray(customerId, [...ids])
export const isOfCustomerUser = ({ customerUserId }: Pick<OwnerColumns, 'customerUserId'>, id: string): SQL =>
  eq(customerUserId, id)

/** Rows that belong to a directory, whoever made them. Only for callers whose seat allows to see all of them. */
export const isOfDirectory = ({ directoryId }: Pick<OwnerColumns, 'directoryId'>, id: string): SQL =>
  eq(directoryId, id)

/** Rows of a directory whose owner's account was deleted, so that only the directory still owns them. */
export const isLeftTo = ({ directoryId, userId }: Pick<OwnerColumns, 'directoryId' | 'userId'>, id: string) =>
  and(eq(directoryId, id), isNull(userId))
