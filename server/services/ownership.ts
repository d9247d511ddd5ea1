import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { UserActor } from '../actor.ts'

/** Whose a thing is: a user, with a directory where it belongs to one, or a customer, with a user of theirs or none. */
export type Owner =
  | { userId: string; directoryId: string | null; customerId: null; customerUserId: null }
  | { userId: null; directoryId: null; customerId: string; customerUserId: string | null }

interface OwnerColumns {
  userId: PgColumn
  directoryId: PgColumn
  customerId: PgColumn
  customerUserId: PgColumn
}

/** What a person owns by themselves. */
export const userOwner = (userId: string): Owner => ({
  userId,
  directoryId: null,
  customerId: null,
  customerUserId: null,
})

/** Who owns what this person makes. */
export const ownerOf = (actor: UserActor): Owner => userOwner(actor.userId)

/** The one condition that keeps owners apart; every query of an owned table is made with it (design §4). */
export function ownedBy(columns: OwnerColumns, owner: Owner): SQL | undefined {
  if (owner.userId !== null) return and(eq(columns.userId, owner.userId), isNull(columns.customerId))
  return and(
    isNull(columns.userId),
    eq(columns.customerId, owner.customerId),
    owner.customerUserId === null ? undefined : eq(columns.customerUserId, owner.customerUserId),
  )
}

/** Nobody's, and so everybody's to read. */
export const isPublic = (columns: OwnerColumns): SQL | undefined =>
  and(isNull(columns.userId), isNull(columns.directoryId), isNull(columns.customerId))
