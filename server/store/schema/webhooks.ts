import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deliveredEvents, webhookEvents, webhookProblems } from '../../../lib/contracts/index.ts'
import { accessOrganizations } from './access.ts'
import { sealed } from './bytes.ts'

/** Where access organisations want to be told what happens (product 12.77). */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    /** Address and secrets. Encrypted: an address can hold a secret too. */
    target: sealed().notNull(),
    events: text({ enum: webhookEvents }).array().notNull(),
    enabled: boolean().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.accessId)],
)

/** One event for one webhook. Written in the transaction of the change, and sent by a job (product 12.78). */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The organisation of the webhook. It is repeated here, because a limit counts by it. */
    accessId: uuid().notNull(),
    /**
     * The order of the events of one output or transcript. Each of them is inserted while the row of the thing is locked,
     * so a later event has a higher number.
     */
    sequence: bigserial({ mode: 'number' }).notNull(),
    event: text({ enum: deliveredEvents }).notNull(),
    /** The output or the transcript. Null: this event has no order. */
    subjectId: uuid(),
    test: boolean().notNull(),
    /** The body of the request. Encrypted, because it has identifiers that a customer chose. */
    payload: sealed().notNull(),
    /** `generating` until it is delivered or given up; the name is that of every leased table. */
    status: text({ enum: ['generating', 'delivered', 'failed'] })
      .notNull()
      .default('generating'),
    tries: integer().notNull().default(0),
    /** Not before this time of the clock. Null: it is over, or its webhook is disabled. */
    nextTryAt: timestamp({ withTimezone: true }),
    /** When the time begins in which it is tried: when it was made or sent again. */
    since: timestamp({ withTimezone: true }).notNull(),
    lastTryAt: timestamp({ withTimezone: true }),
    /** HTTP status of the last answer. Null: there was none. */
    answerStatus: integer(),
    problem: text({ enum: webhookProblems }),
    latencyMs: integer(),
    /** Lease: the server that sends it, and until when no other server may take it (product 10.10). */
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index().on(table.webhookId, table.sequence),
    index('webhook_deliveries_due').on(table.nextTryAt).where(sql`${table.status} = 'generating'`),
    index('webhook_deliveries_order')
      .on(table.subjectId, table.webhookId, table.sequence)
      .where(sql`${table.status} = 'generating'`),
    index().on(table.createdAt),
  ],
)
