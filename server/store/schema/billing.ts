import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { subscriptionStates } from '../../../lib/contracts/index.ts'

/**
 * The Stripe customer of a directory (product 12.42). No foreign key: Stripe still sends events about the subscriptions
 * of a directory after the directory was deleted.
 */
export const billingCustomers = pgTable('billing_customers', {
  directoryId: uuid().primaryKey(),
  stripeId: text().notNull().unique(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid().primaryKey(),
    stripeId: text().notNull().unique(),
    directoryId: uuid().notNull(),
    /**
     * The product that is paid for. Null: the subscription was not read yet, or its product does not belong to this
     * server.
     */
    product: text(),
    state: text({ enum: subscriptionStates }).notNull().default('starting'),
    endsAtPeriodEnd: boolean().notNull().default(false),
    periodStart: timestamp({ withTimezone: true }),
    periodEnd: timestamp({ withTimezone: true }),
    licenseId: uuid(),
    /** The change that somebody has asked for and Stripe has not confirmed yet. Read with `wantedChange`. */
    wanted: jsonb(),
    wantedId: uuid(),
    refused: boolean().notNull().default(false),
    readAt: timestamp({ withTimezone: true }),
    /**
     * Increases each time the row must be settled (see `settlingWork`), for example after an event of Stripe. A job
     * that began with an earlier revision begins again.
     */
    revision: integer().notNull().default(0),
    /** `generating` until the row is settled. Every table whose rows are leased uses this name for unfinished rows. */
    status: text({ enum: ['generating', 'settled'] })
      .notNull()
      .default('generating'),
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.directoryId), index().on(table.status, table.leaseUntil)],
)

/**
 * Ids of the events that Stripe has sent. If Stripe sends an event again, the server answers the request but does not
 * process the event again.
 */
export const stripeEvents = pgTable(
  'stripe_events',
  { id: text().primaryKey(), receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow() },
  (table) => [index().on(table.receivedAt)],
)

/**
 * Trials (product 12.45). The rows stay after the directory and the person are deleted. Otherwise a person could delete
 * the directory and begin another trial.
 */
export const trials = pgTable(
  'trials',
  {
    id: uuid().primaryKey(),
    directoryId: uuid().notNull(),
    userId: uuid().notNull(),
    licenseId: uuid().notNull(),
    startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('trials_directory').on(table.directoryId), uniqueIndex('trials_person').on(table.userId)],
)
