import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Layout } from '../../../lib/contracts/index.ts'
import { sealed } from './bytes.ts'
import { ownerColumns } from './owner.ts'

/** What a layout says to the writer; templates hold no patient's words, so they stay readable. */
export type LayoutDefinition = Pick<Layout, 'instructions' | 'fields' | 'text' | 'form' | 'config' | 'description'>

/** Saved templates. No owner at all means public. */
export const layouts = pgTable(
  'layouts',
  {
    id: uuid().primaryKey(),
    ...ownerColumns,
    /** Names a layout that comes with the product, so that it is put in once. */
    seedKey: text().unique('layouts_seed_key'),
    name: text().notNull(),
    type: text({ enum: ['document', 'other'] }).notNull(),
    source: text({ enum: ['user', 'kipu', 'credible', 'advancedmd', 'other'] }).notNull(),
    group: text(),
    editors: text().array().notNull().default([]),
    definition: jsonb().$type<LayoutDefinition>().notNull(),
    status: text({ enum: ['ready', 'generating', 'failed'] })
      .notNull()
      .default('ready'),
    statusText: text(),
    version: integer().notNull().default(1),
    /** What a layout that is being made is made from; an example note may hold a patient's words. */
    request: sealed(),
    /** Which server makes this layout now, and until when nobody else may (design §6). */
    leaseOwner: uuid(),
    leaseUntil: timestamp({ withTimezone: true }),
    attempt: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.userId), index().on(table.customerId), index().on(table.status, table.leaseUntil)],
)

/** Every state a layout was saved in. */
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
  (table) => [primaryKey({ columns: [table.layoutId, table.version] })],
)
