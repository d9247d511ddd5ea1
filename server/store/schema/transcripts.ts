import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { transcriptStatuses } from '../../../lib/contracts/index.ts'
import { sealed } from './bytes.ts'
import { ownerColumns } from './owner.ts'

/** What was said; the words are in `transcript_turns`. The id of a recording is made by its client. */
export const transcripts = pgTable(
  'transcripts',
  {
    id: uuid().primaryKey(),
    ...ownerColumns,
    title: text().notNull(),
    patientId: text(),
    language: text().notNull(),
    channels: integer().notNull().default(1),
    status: text({ enum: transcriptStatuses }).notNull(),
    statusText: text(),
    /** Raised each time a socket opens the take; a commit under an older one is refused (design §5). */
    epoch: integer().notNull().default(0),
    /** How much of the timeline is committed, in 16 kHz frames. */
    durationFrames: bigint({ mode: 'number' }).notNull().default(0),
    /** The same for each channel, so that a resumed take hears no words twice. */
    channelFrames: bigint({ mode: 'number' }).array().notNull().default([]),
    /** How long the sound of a file is, in 16 kHz frames, once that is known. */
    fileFrames: bigint({ mode: 'number' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.userId, table.createdAt), index().on(table.customerId, table.createdAt)],
)

export const transcriptTurns = pgTable(
  'transcript_turns',
  {
    transcriptId: uuid()
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    /** The turn's place, from 0. */
    position: integer().notNull(),
    words: sealed().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transcriptId, table.position] })],
)
