import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'
import { ownerColumns } from './owner.ts'

/** What generation returns, kept: a report where it belongs to a patient. */
export const outputs = pgTable(
  'outputs',
  {
    id: uuid().primaryKey(),
    ...ownerColumns,
    layoutId: uuid(),
    transcriptId: uuid(),
    title: text().notNull(),
    patientId: text().notNull(),
    status: text({ enum: ['generating', 'ocr-waiting', 'ready', 'failed', 'signed'] }).notNull(),
    statusText: text(),
    version: integer().notNull().default(1),
    /** The template as it was, and the visit's context. */
    request: sealed().notNull(),
    /** The words to write from; gone once the note is written. */
    source: sealed(),
    /** Results, omissions and notices; null until the note is written. */
    content: sealed(),
    /** Who signed it, by email as it was then, and when. */
    signedBy: text(),
    signedAt: timestamp({ withTimezone: true }),
    /** Which server writes this note now, and until when nobody else may (design §6). */
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index().on(table.userId, table.createdAt),
    index().on(table.customerId, table.createdAt),
    index().on(table.status, table.leaseUntil),
  ],
)

/** What people changed in an output, and who; the first writing is the output's own row. */
export const outputChanges = pgTable(
  'output_changes',
  {
    outputId: uuid()
      .notNull()
      .references(() => outputs.id, { onDelete: 'cascade' }),
    /** The output's version after the change. */
    version: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    by: text().notNull(),
    kind: text({ enum: ['edited', 'rewritten', 'flag', 'signed', 'unlocked', 'undone'] }).notNull(),
    /** The reason, and every value before and after. */
    content: sealed().notNull(),
  },
  (table) => [primaryKey({ columns: [table.outputId, table.version] })],
)

/** Results as they come, in order, so that anyone can follow from the beginning. */
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
  (table) => [primaryKey({ columns: [table.outputId, table.attempt, table.sequence] })],
)
