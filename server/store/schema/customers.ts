import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { customerLogLevels, meterTypes, tokenScopes } from '../../../lib/contracts/index.ts'
import { accessKeys, accessOrganizations } from './access.ts'
import { sealed } from './bytes.ts'

/**
 * Customers of access organisations (product 12.26). A customer of the sandbox is another one than the live customer with
 * the same identifier, so a test key cannot reach live data.
 */
export const customers = pgTable(
  'customers',
  {
    id: uuid().primaryKey(),
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    test: boolean().notNull().default(false),
    /** Chosen by the access organisation. */
    identifier: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('customers_identifier').on(table.accessId, table.test, table.identifier),
    index().on(table.test, table.createdAt),
  ],
)

/** Users of customers. A user who is removed and added again is another row, and sees nothing of the earlier one. */
export const customerUsers = pgTable(
  'customer_users',
  {
    id: uuid().primaryKey(),
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    identifier: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('customer_users_identifier').on(table.customerId, table.identifier)],
)

/** Short-lived tokens of customers, stored as hashes. They end with their key, their customer and their user. */
export const customerTokens = pgTable(
  'customer_tokens',
  {
    hash: text().primaryKey(),
    keyId: uuid()
      .notNull()
      .references(() => accessKeys.id, { onDelete: 'cascade' }),
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Null: the token acts for the customer as a whole. */
    customerUserId: uuid().references(() => customerUsers.id, { onDelete: 'cascade' }),
    /** What the access organisation binds to the token. Encrypted, because it may name a person. */
    parameters: sealed().notNull(),
    scope: text({ enum: tokenScopes }).notNull().default('all'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index().on(table.keyId),
    index().on(table.customerId),
    index().on(table.customerUserId),
    index().on(table.expiresAt),
  ],
)

/**
 * One-use tickets with which customers open a transcription socket (product 12.84), stored as hashes. A ticket ends with
 * its key, its customer and its user.
 */
export const customerTickets = pgTable(
  'customer_tickets',
  {
    hash: text().primaryKey(),
    keyId: uuid()
      .notNull()
      .references(() => accessKeys.id, { onDelete: 'cascade' }),
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    customerUserId: uuid().references(() => customerUsers.id, { onDelete: 'cascade' }),
    scope: text({ enum: tokenScopes }).notNull(),
    /** The origin of the page that asked for it. Only a page of this origin can use it. Null: a program. */
    origin: text(),
    address: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index().on(table.keyId),
    index().on(table.customerId),
    index().on(table.customerUserId),
    index().on(table.expiresAt),
  ],
)

/** Log messages of customers (product 12.26). They never get into the server's own log. */
export const customerLogs = pgTable(
  'customer_logs',
  {
    id: uuid().primaryKey(),
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    customerUserId: uuid().references(() => customerUsers.id, { onDelete: 'cascade' }),
    level: text({ enum: customerLogLevels }).notNull(),
    /** Message and data. Encrypted. */
    content: sealed().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index().on(table.accessId, table.at, table.id),
    index().on(table.customerId),
    index().on(table.customerUserId),
    index().on(table.at),
  ],
)

/**
 * Use of an access organisation in a calendar month (UTC). One row per type, so that a condition on the row decides who
 * gets the last unit when several calls count at the same time.
 */
export const accessMeters = pgTable(
  'access_meters',
  {
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    test: boolean().notNull(),
    /** Such as 2026-11. */
    month: text().notNull(),
    type: text({ enum: meterTypes }).notNull(),
    total: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accessId, table.test, table.month, table.type] })],
)

/**
 * Counted use that Metronome has not got yet (product 12.101). A row is deleted as soon as Metronome has accepted it. It
 * names the customer of Metronome and no organisation of ours, so that it outlives a deleted organisation.
 */
export const meterEvents = pgTable(
  'meter_events',
  {
    /** Also the transaction id in Metronome, which counts an id once. */
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    metronomeId: text().notNull(),
    type: text({ enum: meterTypes }).notNull(),
    /** Negative if something that was counted is given back. */
    count: bigint({ mode: 'number' }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** While a server sends the row, no other server takes it before this time. */
    nextTryAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.nextTryAt)],
)

/** What the dashboard counts per day (UTC) and customer. The rows outlive the data that they count. */
export const accessDays = pgTable(
  'access_days',
  {
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    test: boolean().notNull(),
    /** Such as 2026-11-23. */
    day: text().notNull(),
    /** A type of meter, `cost` in millionths of a dollar, or `error.` and an error code. */
    what: text().notNull(),
    /** The customer. `noCustomer` if none was named. No foreign key, see above. */
    customerId: uuid().notNull(),
    total: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accessId, table.test, table.day, table.what, table.customerId] })],
)
