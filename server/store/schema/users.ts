import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** People who sign in. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    passwordHash: text(),
    alternativeEmail: text(),
    phone: text(),
    secondFactorEmail: boolean().notNull().default(false),
    secondFactorPhone: boolean().notNull().default(false),
    admin: boolean().notNull().default(false),
    /** Since when this person may not sign in. Null: the person may. */
    disabledAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`)],
)

/** One device signed in: every refresh token it ever got descends from one sign-in (design §8). */
export const sessionFamilies = pgTable(
  'session_families',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp({ withTimezone: true }),
    endReason: text(),
  },
  (table) => [index().on(table.userId)],
)

/** Both kinds of token, by the hash of their text; a refresh token is kept after use, so that reuse is seen. */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    hash: text().primaryKey(),
    familyId: uuid()
      .notNull()
      .references(() => sessionFamilies.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['access', 'refresh'] }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** When a refresh token was exchanged, or an access token was replaced by a newer one. */
    usedAt: timestamp({ withTimezone: true }),
    /** Of a used refresh token: the hash of the refresh token that was issued for it. */
    successor: text(),
  },
  (table) => [index().on(table.familyId), index().on(table.expiresAt)],
)

/** One-use permissions to do one thing soon, such as opening a transcription socket. */
export const tickets = pgTable(
  'tickets',
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ['transcription'] }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that asked for it. It holds no longer than that session. */
    familyId: uuid().references(() => sessionFamilies.id, { onDelete: 'cascade' }),
    /** Where it was asked for. */
    address: text(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.expiresAt)],
)
