import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'
import { transcripts } from './transcripts.ts'

/**
 * An uploaded file. `generating`: its words are being read, or wait to be read. `stored`: not all its words could be
 * read, so it is stored for another attempt (product 9.29). The row and its parts are deleted when all words were read.
 * The id equals the id of the transcript.
 */
export const transcriptFiles = pgTable(
  'transcript_files',
  {
    id: uuid()
      .primaryKey()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['pdf', 'image', 'wav', 'mp3', 'm4a', 'ogg', 'webm', 'flac', 'aac'] }).notNull(),
    status: text({ enum: ['generating', 'stored'] })
      .notNull()
      .default('generating'),
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.status, table.leaseUntil)],
)

export const transcriptFileParts = pgTable(
  'transcript_file_parts',
  {
    fileId: uuid()
      .notNull()
      .references(() => transcriptFiles.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    bytes: sealed().notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.position] })],
)

/**
 * An uploaded file that is stored outside the database (`FILES_URL`), under the id of this row. The row exists before the
 * object does, and until the object is deleted. `fileId` is null before the file is created and after it was deleted.
 */
export const fileObjects = pgTable(
  'file_objects',
  {
    id: uuid().primaryKey(),
    fileId: uuid().references(() => transcriptFiles.id, { onDelete: 'set null' }),
    /** The key of this object. Nobody can read the object after this row was deleted. */
    dataKey: sealed().notNull(),
    /** When the object got its file. Null: not yet. */
    attachedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.fileId)],
)
