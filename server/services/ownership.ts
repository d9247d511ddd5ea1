import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { UserActor } from '../actor.ts'

/** Owner of an object: a user (optionally in a directory) or a customer (optionally with a customer user). */
export type Owner =
  | { userId: string; directoryId: string | null; customerId: null; customerUserId: null }
  | { userId: null; directoryId: null; customerId: string; customerUserId: string | null }

interface OwnerColumns {
  userId: PgColumn
  directoryId: PgColumn
  customerId: PgColumn
  customerUserId: PgColumn
}

/** The owner columns for a user without a directory. */
export const userOwner = (userId: string): Owner => ({
  userId,
  directoryId: null,
  customerId: null,
  customerUserId: null,
})

/** Owner of the objects that this user creates. */
export const ownerOf = (actor: UserActor): Owner => userOwner(actor.userId)

/** SQL condition that separates the data of owners. Every query of a table with owners must use it (product 7.9). */
export function ownedBy(columns: OwnerColumns, owner: Owner): SQL | undefined {
  if (owner.userId !== null) return and(eq(columns.userId, owner.userId), isNull(columns.customerId))
  return and(
    isNull(columns.userId),
    eq(columns.customerId, owner.customerId),
    owner.customerUserId === null ? undefined : eq(columns.customerUserId, owner.customerUserId),
  )
}

/** SQL condition for rows without an owner. Everybody can read them. */
export const isPublic = (columns: OwnerColumns): SQL | undefined =>
  and(isNull(columns.userId), isNull(columns.directoryId), isNull(columns.customerId))
