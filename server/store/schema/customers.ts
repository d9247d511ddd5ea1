import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { customerLogLevels, meterTypes, tokenScopes } from '../../../lib/contracts/index.ts'
import { accessKeys, accessOrganizations } from './access.ts'
import { sealed } from './bytes.ts'

export const customers = pgTable(
  'customers',
  {
    id: uuid().primaryKey(),
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    test: boolean().notNull().default(false),
    identifier: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('customers_identifier').on(table.accessId, table.test, table.identifier),
    index().on(table.test, table.createdAt),
  ],
)

/**
 * Users of customers. A user who is removed and added again is a new row, which has no access to the data of the
 * earlier row.
 */
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

/**
 * Columns for the key, the customer and the user for whom a token or a ticket was made. Deleting one of these three
 * also deletes the token or the ticket.
 */
const madeFor = () => ({
  keyId: uuid()
    .notNull()
    .references(() => accessKeys.id, { onDelete: 'cascade' }),
  customerId: uuid()
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' }),
  customerUserId: uuid().references(() => customerUsers.id, { onDelete: 'cascade' }),
})

/**
 * Tokens of customers, valid for an hour and stored as hashes. A token is deleted with its key, its customer or its
 * user.
 */
export const customerTokens = pgTable(
  'customer_tokens',
  {
    hash: text().primaryKey(),
    ...madeFor(),
    /** Parameters that the developer organisation binds to the token. Encrypted, because they may name a person. */
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
 * Single-use tickets with which customers open a transcription socket (product 12.84), stored as hashes. A ticket is
 * deleted with its key, its customer or its user.
 */
export const customerTickets = pgTable(
  'customer_tickets',
  {
    hash: text().primaryKey(),
    ...madeFor(),
    scope: text({ enum: tokenScopes }).notNull(),
    /**
     * The origin of the page that requested the ticket. Only a page of this origin can use the ticket. Null: the ticket
     * was requested by a program without a browser.
     */
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
 * Use of a developer organisation in a calendar month (UTC), one row per type. The sandbox has rows of its own. If
 * several calls count at the same time, the update of this row decides which call gets the last unit below the limit.
 */
export const accessMeters = pgTable(
  'access_meters',
  {
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    test: boolean().notNull(),
    /** The month, for example 2026-11. */
    month: text().notNull(),
    type: text({ enum: meterTypes }).notNull(),
    total: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accessId, table.test, table.month, table.type] })],
)

/**
 * Counted use that must still be sent to Metronome (product 12.101). A row is deleted as soon as Metronome has accepted
 * it. A row refers to the customer in Metronome and to no developer organisation, so that it stays when the
 * organisation is deleted.
 */
export const meterEvents = pgTable(
  'meter_events',
  {
    /**
     * Also sent to Metronome as the transaction id. Metronome counts an event only once, even if it is sent again with
     * the same id.
     */
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    metronomeId: text().notNull(),
    type: text({ enum: meterTypes }).notNull(),
    /** Negative if counted use is given back. */
    count: bigint({ mode: 'number' }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /**
     * No server sends the row before this time. A server that begins to send the row sets a later time, so that no
     * other server sends the row meanwhile.
     */
    nextTryAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.nextTryAt)],
)

/** What the dashboard counts per day (UTC) and customer. The rows stay after the counted data are deleted. */
export const accessDays = pgTable(
  'access_days',
  {
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    test: boolean().notNull(),
    /** The day, for example 2026-11-23. */
    day: text().notNull(),
    /**
     * What is counted: a type of meter, `cost` (in millionths of a US dollar), or `error.` followed by an error code.
     */
    what: text().notNull(),
    /**
     * The customer. `noCustomer` if the use belongs to no customer. No foreign key, because the row stays after the
     * customer is deleted.
     */
    customerId: uuid().notNull(),
    total: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accessId, table.test, table.day, table.what, table.customerId] })],
)
