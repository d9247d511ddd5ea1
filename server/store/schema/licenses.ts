import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Licences (product 12.18). The row itself counts the used credits. So if several outputs are created at the same time,
 * the update of the row decides which output gets the last credit.
 */
export const licenses = pgTable(
  'licenses',
  {
    id: uuid().primaryKey(),
    /**
     * The owner: a directory or a person. No foreign key, so that the use can be counted after the owner is deleted.
     */
    directoryId: uuid(),
    userId: uuid(),
    product: text().notNull(),
    documentLimit: integer(),
    sessionLimit: integer(),
    documentUsed: integer().notNull().default(0),
    sessionUsed: integer().notNull().default(0),
    startsAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endsAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index().on(table.directoryId),
    index().on(table.userId),
    index().on(table.createdAt, table.id),
    check('licenses_owner', sql`(${table.directoryId} is null) <> (${table.userId} is null)`),
    check(
      'licenses_limits',
      sql`(${table.documentLimit} is null or ${table.documentUsed} <= ${table.documentLimit}) and (${table.sessionLimit} is null or ${table.sessionUsed} <= ${table.sessionLimit})`,
    ),
  ],
)
