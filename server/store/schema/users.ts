import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type StoredConsent, signInMethods, type WritingStyle } from '../../../lib/contracts/index.ts'
import { sealed } from './bytes.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    /**
     * The email address. If the person registered by phone and has given no email address, this column contains the
     * phone number (product 12.90).
     */
    email: text().notNull(),
    name: text(),
    passwordHash: text(),
    alternativeEmail: text(),
    style: jsonb().$type<WritingStyle>().notNull().default({}),
    /** In E.164, for example +12025550123. Only a number that was verified with a code is stored. */
    phone: text(),
    /**
     * The directory whose manager gave this person the link of an invitation, so that nobody has proved the email address
     * (product 12.108). Null: the address is proved, or an administrator of the product has set it. No foreign key: the
     * address of a deleted directory is still not proved.
     */
    vouchedBy: uuid(),
    secondFactorEmail: boolean().notNull().default(false),
    secondFactorPhone: boolean().notNull().default(false),
    admin: boolean().notNull().default(false),
    /** The key of the marks of patients' names (product 12.111). Null: none was needed yet. */
    nameKey: sealed(),
    disabledAt: timestamp({ withTimezone: true }),
    /**
     * How many times all sessions of the user were ended. A sign-in reads the number when it checks a credential. If
     * the number has increased before the session begins, the session is refused (see `beginSession`).
     */
    sessionEndings: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`), uniqueIndex('users_phone').on(table.phone)],
)

/** One signed-in device. All tokens of a session family come from one sign-in (product 12.2). */
export const sessionFamilies = pgTable(
  'session_families',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text(),
    /**
     * The directory in which the user acts on this device. Null: no directory. No foreign key is needed, because
     * `findSession` ignores a directory in which the user has no seat.
     */
    directoryId: uuid(),
    /** The administrator who acts as this user. Null: the user has signed in, and no administrator acts. */
    administratorId: uuid(),
    /**
     * How the person signed in (product 12.53). Null: an administrator acts, or an older version of the server created
     * the session.
     */
    method: text({ enum: signInMethods }),
    /**
     * The session of the panel that opened this session of the portal. Null: the person signed in on the portal itself.
     * No foreign key: deleting the row of the panel's session must neither end nor change this session.
     */
    parentId: uuid(),
    endsAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp({ withTimezone: true }),
    endReason: text(),
  },
  (table) => [
    index().on(table.userId),
    index().on(table.administratorId),
    index().on(table.parentId),
    index().on(table.endedAt),
    index('session_families_overdue').on(table.endsAt).where(sql`${table.endedAt} is null`),
  ],
)

/**
 * Access and refresh tokens, and the tokens of the portal's cookie, stored as hashes. A used refresh token is kept, so
 * that a second use of the token is detected.
 */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    hash: text().primaryKey(),
    familyId: uuid()
      .notNull()
      .references(() => sessionFamilies.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['access', 'refresh', 'cookie'] }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** When a refresh token was exchanged, or when an access token was replaced by a newer one. */
    usedAt: timestamp({ withTimezone: true }),
    successor: text(),
  },
  (table) => [index().on(table.familyId), index().on(table.expiresAt)],
)

/** Single-use tickets for one action, such as opening a transcription socket. They expire soon. */
export const tickets = pgTable(
  'tickets',
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ['transcription', 'hand-over'] }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Session that requested the ticket. The ticket is valid only as long as this session. */
    familyId: uuid().references(() => sessionFamilies.id, { onDelete: 'cascade' }),
    directoryId: uuid(),
    address: text(),
    consent: jsonb().$type<StoredConsent>(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.userId), index().on(table.familyId), index().on(table.expiresAt)],
)
