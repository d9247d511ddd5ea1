import { isNotNull } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { FilledField } from '../../../lib/contracts/index.ts'
import { sealed } from './bytes.ts'

/**
 * Stored answers of API calls that create an object, so that a repeated call does not create a second object (product
 * 7.7).
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    scope: text().notNull(),
    key: text().notNull(),
    /** Keyed hash of the call and its body. A different request with the same key is rejected. */
    fingerprint: text().notNull(),
    answer: sealed(),
    /** Id of the created object. When the object is deleted, the stored answer is deleted too. */
    subjectId: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index().on(table.createdAt),
    index().on(table.subjectId),
  ],
)

/**
 * Audit log: who read or wrote which personal data, when and from which address. Never contains the data (product
 * 12.29).
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /**
     * The signed-in user, also if the user acted for a customer. Null if a key, a customer token, a command of the
     * command line or the server itself acted.
     */
    userId: uuid(),
    administratorId: uuid(),
    directoryId: uuid(),
    accessId: uuid(),
    keyId: uuid(),
    customerId: uuid(),
    action: text().notNull(),
    subjectId: text(),
    /** For a fill: what happened with each field, by its name in the template. Never a value. Null: another action. */
    fields: jsonb().$type<FilledField[]>(),
    address: text(),
  },
  (table) => [
    index().on(table.userId, table.at, table.id),
    index().on(table.administratorId, table.at, table.id),
    // A person has many entries, and few of them have an administrator. The list of these reads only them.
    index('audit_entries_acting_index').on(table.userId, table.at, table.id).where(isNotNull(table.administratorId)),
    index().on(table.directoryId, table.at),
    index().on(table.subjectId),
    index().on(table.accessId, table.at),
    index().on(table.action, table.at, table.id),
    index().on(table.at, table.id),
  ],
)

/**
 * One row per credit. A row is reserved when an output is created, marked as used when the note is written, and deleted
 * when the note fails (product 12.19).
 */
export const usage = pgTable(
  'usage',
  {
    id: uuid().primaryKey(),
    userId: uuid(),
    directoryId: uuid(),
    customerId: uuid(),
    customerUserId: text(),
    accessId: uuid(),
    test: boolean().notNull().default(false),
    licenseId: uuid(),
    status: text({ enum: ['reserved', 'used'] })
      .notNull()
      .default('used'),
    kind: text({ enum: ['document', 'session'] }).notNull(),
    /** The output for which the credit is reserved or used. Unique, so that a repeated job uses no second credit. */
    outputId: uuid().notNull().unique(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index().on(table.userId, table.at),
    index().on(table.customerId, table.at),
    index().on(table.licenseId, table.kind),
  ],
)

/**
 * An encrypted constant. A server with a wrong key cannot decrypt it and refuses to start. Otherwise, the server would
 * write rows that cannot be decrypted with the right key.
 */
export const keyCheck = pgTable('key_check', { id: text().primaryKey(), sealed: sealed().notNull() })
