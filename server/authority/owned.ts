import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Customer, Person } from './callers.ts'

export type Owner =
  | { userId: string; directoryId: string | null; customerId: null; customerUserId: null }
  | { userId: null; directoryId: null; customerId: string; customerUserId: string | null }

export interface OwnerColumns {
  userId: PgColumn
  directoryId: PgColumn
  customerId: PgColumn
  customerUserId: PgColumn
}

export const userOwner = (userId: string, directoryId: string | null = null): Owner => ({
  userId,
  directoryId,
  customerId: null,
  customerUserId: null,
})

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

export const ownerKey = ({
  userId,
  customerId,
  directoryId,
}: Record<keyof Omit<Owner, 'customerUserId'>, string | null>) => userId ?? customerId ?? directoryId ?? ''

/**
 * SQL condition for the rows of one owner. A person owns the same rows in every directory. Every query of a table with
 * owners must use a condition of `server/authority` (product 7.9). The condition also requires that the columns of the
 * other kind of owner are null. A constraint of the table already ensures this. But even without the constraint, no row
 * would be shown to a wrong owner.
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
 * SQL condition for the rows that this owner may change. A customer reads the rows of all its users, but changes only
 * rows that belong to no user (product 12.73).
 */
export const changeableBy = (columns: OwnerColumns, owner: Owner): SQL | undefined =>
  and(
    ownedBy(columns, owner),
    owner.userId === null && owner.customerUserId === null ? isNull(columns.customerUserId) : undefined,
  )

/**
 * SQL conditions for all rows of these customers, or of one customer user. The conditions do not check what the caller
 * may read or change. Use them only to delete customers or customer users with everything that they own.
 */
export const isOfCustomers = ({ customerId }: Pick<OwnerColumns, 'customerId'>, ids: readonly string[]): SQL =>
  inArray(customerId, [...ids])
export const isOfCustomerUser = ({ customerUserId }: Pick<OwnerColumns, 'customerUserId'>, id: string): SQL =>
  eq(customerUserId, id)

/**
 * SQL condition for all rows of a directory, whoever made them. Use it only for callers whose seat allows seeing all of
 * these rows.
 */
export const isOfDirectory = ({ directoryId }: Pick<OwnerColumns, 'directoryId'>, id: string): SQL =>
  eq(directoryId, id)

/** SQL condition for rows of a directory whose owner's account was deleted, so that only the directory owns them. */
export const isLeftTo = ({ directoryId, userId }: Pick<OwnerColumns, 'directoryId' | 'userId'>, id: string) =>
  and(eq(directoryId, id), isNull(userId))
