import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'
import { identifierColumn, ownerColumns, uniqueIdentifier } from './owner.ts'
import { patientNameColumns } from './patient-name.ts'

export const outputs = pgTable(
  'outputs',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    ...identifierColumn(),
    layoutId: uuid(),
    transcriptId: uuid(),
    title: text().notNull(),
    patientId: text().notNull(),
    ...patientNameColumns(),
    status: text({ enum: ['generating', 'ocr-waiting', 'ready', 'failed', 'signed'] }).notNull(),
    statusText: text(),
    version: integer().notNull().default(1),
    request: sealed().notNull(),
    source: sealed(),
    /**
     * For a note that was put off because its model was unavailable: the results and notices written so far, and how
     * often the note was put off. Null: the note was not put off, or its job has ended.
     */
    progress: sealed(),
    content: sealed(),
    description: sealed(),
    /**
     * Times at which the first and the last field were written. Null: not written yet, or written before these times
     * were recorded.
     */
    firstResultAt: timestamp({ withTimezone: true }),
    finishedAt: timestamp({ withTimezone: true }),
    signedBy: text(),
    signedAt: timestamp({ withTimezone: true }),
    /** When values of this note were last written into a page. Null: never, or before these times were recorded. */
    filledAt: timestamp({ withTimezone: true }),
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    /** Of the attempts, how many ended for a reason that had nothing to do with the note (`isInterrupted`). */
    interrupted: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // This index contains every column by which the query for a person's list selects and sorts rows. So PostgreSQL can
    // count the rows without reading the table.
    index().on(table.userId, table.createdAt, table.id, table.customerId),
    index().on(table.customerId, table.createdAt, table.id),
    index().on(table.directoryId, table.createdAt, table.id),
    index().on(table.userId, table.patientId, table.createdAt),
    index().on(table.directoryId, table.patientId, table.createdAt),
    // Without this index, the hourly deletion of old notes would read all signed notes of a directory, which are never
    // deleted.
    index('outputs_deletable')
      .on(table.directoryId, table.createdAt)
      .where(sql`${table.status} not in ('signed', 'generating', 'ocr-waiting')`),
    index().on(table.transcriptId),
    // A server renews the lease of each running note every 2 s. An index with `leaseUntil` would be written each time, and so
    // would be every other index of the row.
    index('outputs_generating').on(table.createdAt).where(sql`${table.status} = 'generating'`).concurrently(),
    index('outputs_names').using('gin', table.nameMarks),
    uniqueIdentifier('outputs_identifier', table),
    index().on(table.customerUserId),
    check(
      'outputs_one_owner',
      sql`case when ${table.customerId} is null then num_nonnulls(${table.userId}, ${table.directoryId}) > 0 else num_nonnulls(${table.userId}, ${table.directoryId}) = 0 end`,
    ),
  ],
)

/** Changes that users made to an output after it was written. The first generation of the output has no row here. */
export const outputChanges = pgTable(
  'output_changes',
  {
    outputId: uuid()
      .notNull()
      .references(() => outputs.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    by: text().notNull(),
    kind: text({ enum: ['edited', 'rewritten', 'flag', 'signed', 'unlocked', 'undone'] }).notNull(),
    /**
     * The reason of the change, and each changed value before and after the change. For the kinds `edited` and
     * `rewritten`, also the complete earlier title and content, so that the change can be undone.
     */
    content: sealed().notNull(),
  },
  (table) => [primaryKey({ columns: [table.outputId, table.version] })],
)

/**
 * The results of a note in the order of their arrival, so that a client can follow the note from its beginning at any
 * time.
 */
export const outputEvents = pgTable(
  'output_events',
  {
    outputId: uuid()
      .notNull()
      .references(() => outputs.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    sequence: integer().notNull(),
    result: sealed().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.outputId, table.attempt, table.sequence] }), index().on(table.createdAt)],
)
