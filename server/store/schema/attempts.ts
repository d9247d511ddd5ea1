import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Counters of rate limits, shared by all servers. The columns are those that rate-limiter-flexible reads and writes. */
export const attempts = pgTable(
  'attempts',
  {
    /** The limit's name and a hash of what is counted; never an email or an address in plain. */
    key: text().primaryKey(),
    points: integer().notNull(),
    /** Null: the counter does not expire. */
    expire: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.expire)],
)
