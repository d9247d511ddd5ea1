import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'

/**
 * Key pairs of the server that encrypt (wrap) the keys of recordings. New recordings use the newest pair; older pairs
 * can still decrypt (product 9.8).
 */
export const recordingKeys = pgTable(
  'recording_keys',
  {
    id: uuid().primaryKey(),
    /** PKCS #8, encrypted. */
    privateKey: sealed().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.createdAt)],
)

export const erasedRecordings = pgTable(
  'erased_recordings',
  {
    userId: uuid().notNull(),
    recordingId: uuid().notNull(),
    erasedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.recordingId] })],
)
