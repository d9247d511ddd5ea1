import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'
import { transcripts } from './transcripts.ts'

/**
 * An uploaded file whose words are still being read. The row and its parts are deleted afterwards. The id equals the id
 * of the transcript.
 */
export const transcriptFiles = pgTable(
  'transcript_files',
  {
    id: uuid()
      .primaryKey()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['pdf', 'image', 'wav', 'mp3', 'm4a', 'ogg', 'webm', 'flac', 'aac'] }).notNull(),
    status: text({ enum: ['generating'] })
      .notNull()
      .default('generating'),
    /** Lease: the server that reads this file, and until when no other server may take it (product 10.10). */
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.status, table.leaseUntil)],
)

/**
 * The encrypted content of an uploaded file, in parts. It is stored in the database, so that any server can read the
 * file.
 */
export const transcriptFileParts = pgTable(
  'transcript_file_parts',
  {
    fileId: uuid()
      .notNull()
      .references(() => transcriptFiles.id, { onDelete: 'cascade' }),
    /** Index of the part, from 0. */
    position: integer().notNull(),
    bytes: sealed().notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.position] })],
)
