import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'
import { transcripts } from './transcripts.ts'

/** A file whose words are still being read; gone, with its bytes, once they are. Its id is the transcript's. */
export const transcriptFiles = pgTable(
  'transcript_files',
  {
    id: uuid()
      .primaryKey()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['pdf', 'image', 'wav', 'mp3', 'm4a', 'ogg'] }).notNull(),
    status: text({ enum: ['generating'] })
      .notNull()
      .default('generating'),
    /** Which server reads it now, and until when nobody else may (design §6). */
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.status, table.leaseUntil)],
)

/** The file's bytes in pieces, in the database so that any server can go on with it. */
export const transcriptFileParts = pgTable(
  'transcript_file_parts',
  {
    fileId: uuid()
      .notNull()
      .references(() => transcriptFiles.id, { onDelete: 'cascade' }),
    /** The piece's place, from 0. */
    position: integer().notNull(),
    bytes: sealed().notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.position] })],
)
