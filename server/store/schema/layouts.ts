import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Layout } from '../../../lib/contracts/index.ts'
import { sealed } from './bytes.ts'
import { identifierColumn, ownerColumns, uniqueIdentifier } from './owner.ts'

/**
 * The content of a saved template, without its name, type and owner. Not encrypted, because templates contain no
 * patient data.
 */
export type LayoutDefinition = Pick<
  Layout,
  'instructions' | 'language' | 'fields' | 'text' | 'form' | 'config' | 'description'
>

export const layouts = pgTable(
  'layouts',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    ...identifierColumn(),
    public: boolean().notNull().default(false),
    /** True if every member of the owner's directory can read the template. */
    shared: boolean().notNull().default(false),
    seedKey: text().unique('layouts_seed_key'),
    name: text().notNull(),
    type: text({ enum: ['document', 'other'] }).notNull(),
    source: text({ enum: ['user', 'kipu', 'credible', 'advancedmd', 'other'] }).notNull(),
    group: text(),
    editors: text().array().notNull().default([]),
    definition: jsonb().$type<LayoutDefinition>().notNull(),
    /**
     * Which field answers which item of a FHIR Questionnaire. Read with `questionnaireLinks`. Null: the template was
     * not made from a Questionnaire.
     */
    questionnaire: jsonb(),
    status: text({ enum: ['ready', 'generating', 'failed'] })
      .notNull()
      .default('ready'),
    statusText: text(),
    version: integer().notNull().default(1),
    /**
     * The description or example note from which the layout is generated. Encrypted, because it may contain patient
     * data.
     */
    request: sealed(),
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index().on(table.userId),
    index().on(table.customerId),
    index().on(table.directoryId),
    index().on(table.status, table.leaseUntil),
    index().using('gin', table.editors),
    index('layouts_public').on(table.updatedAt).where(sql`${table.public}`),
    uniqueIdentifier('layouts_identifier', table),
    index().on(table.customerUserId),
    check(
      'layouts_one_owner',
      sql`case when ${table.public} then num_nonnulls(${table.userId}, ${table.directoryId}, ${table.customerId}) = 0 when ${table.customerId} is null then num_nonnulls(${table.userId}, ${table.directoryId}) > 0 else num_nonnulls(${table.userId}, ${table.directoryId}) = 0 end`,
    ),
    check('layouts_shared', sql`not ${table.shared} or ${table.directoryId} is not null`),
  ],
)

export const layoutVersions = pgTable(
  'layout_versions',
  {
    layoutId: uuid()
      .notNull()
      .references(() => layouts.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    name: text().notNull(),
    definition: jsonb().$type<LayoutDefinition>().notNull(),
    savedBy: uuid(),
    savedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.layoutId, table.version] }), index().on(table.savedAt)],
)
