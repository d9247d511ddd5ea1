import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accessPermissions, logoTypes, originProblems, originProofKinds } from '../../../lib/contracts/index.ts'
import { published } from './bytes.ts'
import { users } from './users.ts'

export const accessOrganizations = pgTable(
  'access_organizations',
  {
    id: uuid().primaryKey(),
    /** Not encrypted, because lists search it. */
    name: text().notNull(),
    website: text(),
    contactEmail: text(),
    limits: jsonb().notNull().default({}),
    metadata: jsonb().notNull().default({}),
    /**
     * The origins of web sites that may embed Chartside for the organisation (product 12.82). Read with
     * `listedOrigins`.
     */
    origins: jsonb().notNull().default([]),
    logo: published(),
    logoType: text({ enum: logoTypes }),
    /**
     * Id of the organisation as a customer of Metronome. Null: use is counted only in this database and not sent to
     * Metronome.
     */
    metronomeId: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('access_organizations_logo', sql`(${table.logo} is null) = (${table.logoType} is null)`)],
)

/**
 * What is known of a listed origin (product 12.82). An origin without a row is not proven. The list itself is
 * `accessOrganizations.origins`.
 */
export const accessOrigins = pgTable(
  'access_origins',
  {
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    origin: text().notNull(),
    provenAt: timestamp({ withTimezone: true }),
    provenBy: text({ enum: originProofKinds }),
    /** Until this time the origin works without a proof, because it was listed before proofs existed. */
    trustedUntil: timestamp({ withTimezone: true }),
    /** True if pages of this origin may get the text of a dictation. */
    words: boolean().notNull().default(false),
    checkedAt: timestamp({ withTimezone: true }),
    problem: text({ enum: originProblems }),
  },
  (table) => [
    primaryKey({ columns: [table.accessId, table.origin] }),
    uniqueIndex('access_origins_owner').on(table.origin).where(sql`${table.provenAt} is not null`),
  ],
)

export const accessMembers = pgTable(
  'access_members',
  {
    id: uuid().primaryKey(),
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    /** Email of the invited person, in lower case. Null after the person has accepted. */
    email: text(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    permission: text({ enum: accessPermissions }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('access_members_person').on(table.accessId, table.userId),
    uniqueIndex('access_members_invitation').on(table.accessId, table.email),
    index().on(table.userId),
    index().on(table.email),
    check('access_members_status', sql`(${table.email} is null) <> (${table.userId} is null)`),
  ],
)

/** Keys of developer organisations (product 12.70). A removed key is deleted, so no server accepts it any more. */
export const accessKeys = pgTable(
  'access_keys',
  {
    id: uuid().primaryKey(),
    accessId: uuid()
      .notNull()
      .references(() => accessOrganizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The hash of the key. The key itself is not stored, so nobody can read it again. */
    hash: text().notNull().unique(),
    prefix: text().notNull(),
    test: boolean().notNull(),
    /** The member who created the key. No foreign key, because the key stays valid after the account is deleted. */
    createdBy: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }),
    /** Time of the last use, written at most once a minute. Null: never used. */
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.accessId)],
)
