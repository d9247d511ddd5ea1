import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const banners = pgTable(
  'banners',
  {
    id: uuid().primaryKey(),
    text: text().notNull(),
    level: text({ enum: ['info', 'warning', 'error'] }).notNull(),
    startsAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endsAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.startsAt)],
)
