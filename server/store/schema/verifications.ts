import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'
import { users } from './users.ts'

/**
 * Codes that prove who owns an email address or a phone (product 12.4, 12.7). A row exists also for an unknown person,
 * so that the answers for known and unknown people are the same.
 */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid().primaryKey(),
    ticketHash: text().notNull().unique(),
    purpose: text({
      enum: [
        'register',
        'sign-in',
        'second-factor',
        'link',
        'reset-password',
        'email',
        'alternative-email',
        'phone',
        'phone-without-password',
        'sign-up',
        'invitation',
      ],
    }).notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    /** The address or phone number to prove, and what is needed after the code was entered. Encrypted. */
    request: sealed().notNull(),
    attempts: integer().notNull().default(0),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    verifiedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)
