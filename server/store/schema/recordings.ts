import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'

/** The server's key pairs to which recordings' keys are wrapped; the newest is handed out, every one still opens (design §5). */
export const recordingKeys = pgTable(
  'recording_keys',
  {
    id: uuid().primaryKey(),
    /** PKCS #8. */
    privateKey: sealed().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.createdAt)],
)

/** Recordings whose key is never opened again. They outlive everything else of the recording, and of the person. */
export const erasedRecordings = pgTable(
  'erased_recordings',
  {
    userId: uuid().notNull(),
    recordingId: uuid().notNull(),
    erasedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.recordingId] })],
)
