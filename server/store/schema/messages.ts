import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'

/**
 * Mails and text messages that must be sent. A row is written in the transaction that causes the message, and a job
 * sends the message. The content is encrypted, because it contains codes and addresses. The content is deleted when the
 * message is sent.
 */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    channel: text({ enum: ['mail', 'text'] }).notNull(),
    /** `generating` until the message is sent. Every table whose rows are leased uses this name for unfinished rows. */
    status: text({ enum: ['generating', 'sent', 'failed'] })
      .notNull()
      .default('generating'),
    /** Receiver, template and the values for the template. Null after the message was sent. */
    content: sealed(),
    /** Lease: the server that sends this message, and until when no other server may take it (product 10.10). */
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.status, table.leaseUntil), index().on(table.createdAt)],
)
