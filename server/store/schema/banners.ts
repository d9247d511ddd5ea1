import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Notices of the administrators. Every signed-in person sees the notices between their start and their end. */
export const banners = pgTable(
  'banners',
  {
    id: uuid().primaryKey(),
    text: text().notNull(),
    level: text({ enum: ['info', 'warning', 'error'] }).notNull(),
    startsAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null: the notice is shown until it is deleted. */
    endsAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.startsAt)],
)
