import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { type StoredConsent, transcriptStatuses } from '../../../lib/contracts/index.ts'
import { sealed } from './bytes.ts'
import { identifierColumn, ownerColumns, uniqueIdentifier } from './owner.ts'
import { patientNameColumns } from './patient-name.ts'

export const transcripts = pgTable(
  'transcripts',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    ...identifierColumn(),
    title: text().notNull(),
    patientId: text(),
    ...patientNameColumns(),
    language: text().notNull(),
    channels: integer().notNull().default(1),
    /** False if the speakers of a sound file must not be distinguished. */
    diarize: boolean().notNull().default(true),
    status: text({ enum: transcriptStatuses }).notNull(),
    statusText: text(),
    /** Incremented when a connection opens the take. A commit with an older epoch is rejected (product 7.15). */
    epoch: integer().notNull().default(0),
    /** Length of the part of the timeline whose words are committed, in frames at 16 kHz. */
    durationFrames: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * For each channel: the frame (at 16 kHz) up to which its words are committed. A resumed take continues at these
     * positions, so that no sound is transcribed twice.
     */
    channelFrames: bigint({ mode: 'number' }).array().notNull().default([]),
    /** Length of an audio file in frames at 16 kHz. Null while unknown. */
    fileFrames: bigint({ mode: 'number' }),
    consent: jsonb().$type<StoredConsent>(),
    /**
     * Names and medicines that the speech engine should know. They are stored, so that the engine also gets them when
     * the recording continues on a new connection. Null: there are none, or the recording is finished.
     */
    terms: sealed(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index().on(table.userId, table.createdAt, table.id, table.customerId),
    index().on(table.customerId, table.createdAt, table.id),
    index().on(table.directoryId, table.createdAt, table.id),
    // A commit must change no indexed column: otherwise, PostgreSQL would write every index again each second.
    index().on(table.status).where(sql`${table.status} = 'recording'`),
    index('transcripts_names').using('gin', table.nameMarks),
    uniqueIdentifier('transcripts_identifier', table),
    index().on(table.customerUserId),
    check(
      'transcripts_one_owner',
      sql`case when ${table.customerId} is null then num_nonnulls(${table.userId}, ${table.directoryId}) > 0 else num_nonnulls(${table.userId}, ${table.directoryId}) = 0 end`,
    ),
  ],
)

export const transcriptTurns = pgTable(
  'transcript_turns',
  {
    transcriptId: uuid()
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    words: sealed().notNull(),
    /** Where the turn begins on the recording's timeline, in ms. Null: not known, for example for typed text. */
    beginMs: integer(),
    unclear: sealed(),
  },
  (table) => [primaryKey({ columns: [table.transcriptId, table.position] })],
)
