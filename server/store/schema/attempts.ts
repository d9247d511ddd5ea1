import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Counters of rate limits, shared by all servers. rate-limiter-flexible requires these columns. */
export const attempts = pgTable(
  'attempts',
  {
    /** Name of the limit and a hash of the counted value. Never contains a plain email or IP address. */
    key: text().primaryKey(),
    points: integer().notNull(),
    expire: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.expire)],
)
