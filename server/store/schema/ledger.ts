import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'
import { ownerColumns } from './owner.ts'

/** Answers of creating calls, so that a repeated one has one effect (design §4). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who asked: `user:<id>`. */
    scope: text().notNull(),
    key: text().notNull(),
    /** Call and body under a keyed hash; a different one under the same key is refused. */
    fingerprint: text().notNull(),
    answer: sealed(),
    /** What the answer tells of; when that is deleted, the answer goes too. */
    subjectId: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index().on(table.createdAt),
    index().on(table.subjectId),
  ],
)

/** Who wrote which personal data, when, from where; never what (design §8). */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Whose credential it was; null where a command or the server itself acted. */
    userId: uuid(),
    action: text().notNull(),
    subjectId: text(),
    address: text(),
  },
  (table) => [index().on(table.userId, table.at), index().on(table.subjectId)],
)

/** One row for each credit used: a note that was written. */
export const usage = pgTable(
  'usage',
  {
    id: uuid().primaryKey(),
    ...ownerColumns,
    kind: text({ enum: ['document', 'session'] }).notNull(),
    /** What it was used for; one use each, however often the work was taken over. */
    outputId: uuid().notNull().unique(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.userId, table.at), index().on(table.customerId, table.at)],
)

/** A sealed constant: a server with another key cannot open it and says so, instead of writing unreadable rows. */
export const keyCheck = pgTable('key_check', { id: text().primaryKey(), sealed: sealed().notNull() })
