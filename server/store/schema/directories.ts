import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type DirectoryPermission, roleStatuses } from '../../../lib/contracts/index.ts'
import { sealed } from './bytes.ts'
import { licenses } from './licenses.ts'
import { users } from './users.ts'

export const directories = pgTable(
  'directories',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** Read with `directorySettings`, which supplies defaults for settings that were added after the row was stored. */
    settings: jsonb().notNull().default({}),
    /** Since when the rules of this directory hold for people without a seat (product 12.106). Null: they do not. */
    seatlessSince: timestamp({ withTimezone: true }),
    /** The key of the marks of patients' names (product 12.111). Null: none was needed yet. */
    nameKey: sealed(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('directories_by_name').on(sql`lower(${table.name})`, table.id),
    index('directories_for_seatless').on(sql`(true)`).where(sql`${table.seatlessSince} is not null`),
    index('directories_with_retention').on(table.id).where(sql`${table.settings} ? 'retentionDays'`),
  ],
)

export const directoryRoles = pgTable(
  'directory_roles',
  {
    id: uuid().primaryKey(),
    directoryId: uuid()
      .notNull()
      .references(() => directories.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    permissions: text().array().$type<DirectoryPermission[]>().notNull().default([]),
    status: text({ enum: roleStatuses }).notNull().default('open'),
    /** Email of the invited person, in lower case. Null if nobody is invited, or if the person has accepted. */
    email: text(),
    personName: text(),
    /** When the person was invited, or invited again. Null: nobody is invited, or an older version invited the person. */
    invitedAt: timestamp({ withTimezone: true }),
    /** The newest mail of the invitation, in `messages`. Null: no mail was written. Mails are deleted after a week. */
    mailId: uuid(),
    userId: uuid().references(() => users.id, { onDelete: 'restrict' }),
    /** Since when this person has the seat. Null: not known, because an older version of the server gave the seat. */
    occupiedAt: timestamp({ withTimezone: true }),
    licenseId: uuid().references(() => licenses.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // A person has at most one seat in a directory. Otherwise the permissions of the person would be ambiguous.
    uniqueIndex('directory_roles_person').on(table.directoryId, table.userId),
    uniqueIndex('directory_roles_invitation').on(table.directoryId, table.email),
    index().on(table.userId),
    index().on(table.email),
    index().on(table.licenseId),
    check(
      'directory_roles_status',
      sql`(${table.status} = 'occupied') = (${table.userId} is not null) and (${table.status} = 'invited') = (${table.email} is not null)`,
    ),
  ],
)
