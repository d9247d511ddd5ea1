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
    status: text({ enum: ['generating', 'sent', 'failed'] })
      .notNull()
      .default('generating'),
    content: sealed(),
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.status, table.leaseUntil), index().on(table.createdAt)],
)
