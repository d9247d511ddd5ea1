import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deliveredEvents, webhookEvents, webhookProblems } from '../../../lib/contracts/index.ts'
import { accessOrganizations } from './access.ts'
import { sealed } from './bytes.ts'

export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    target: sealed().notNull(),
    events: text({ enum: webhookEvents }).array().notNull(),
    enabled: boolean().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.accessId)],
)

/** One event for one webhook. A row is written in the transaction of the change, and sent by a job (product 12.78). */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /**
     * The organisation of the webhook. The row of the webhook contains this id too. It is repeated here, so that the
     * search for due deliveries can limit their number for each organisation without reading the webhooks.
     */
    accessId: uuid().notNull(),
    /**
     * The order of the events of one output or transcript. A row is inserted while the row of the output or transcript
     * is locked, so a later event has a higher number.
     */
    sequence: bigserial({ mode: 'number' }).notNull(),
    event: text({ enum: deliveredEvents }).notNull(),
    /**
     * The output or the transcript of the event. Null for `webhook.test`, which belongs to neither and waits for no
     * other event.
     */
    subjectId: uuid(),
    test: boolean().notNull(),
    /** The body of the request. Encrypted, because it contains identifiers that a customer chose. */
    payload: sealed().notNull(),
    status: text({ enum: ['generating', 'delivered', 'failed'] })
      .notNull()
      .default('generating'),
    tries: integer().notNull().default(0),
    /** The event is not sent before this time. Null: it was delivered or has failed, or its webhook is disabled. */
    nextTryAt: timestamp({ withTimezone: true }),
    since: timestamp({ withTimezone: true }).notNull(),
    lastTryAt: timestamp({ withTimezone: true }),
    answerStatus: integer(),
    problem: text({ enum: webhookProblems }),
    latencyMs: integer(),
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
