import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../store/index.ts'
import { directoryRoles, subscriptions } from '../store/schema/index.ts'
import type { Person } from './callers.ts'

/**
 * SQL condition for the subscriptions of the directories in which this person may manage the billing. Other people must
 * not learn which subscriptions exist (product 12.44).
 */
export const isManagedSubscription = (database: Database, { userId }: Pick<Person, 'userId'>): SQL =>
  inArray(
    subscriptions.directoryId,
    database
      .select({ id: directoryRoles.directoryId })
      .from(directoryRoles)
      .where(and(eq(directoryRoles.userId, userId), sql`'billing.manage' = any(${directoryRoles.permissions})`)),
  )
