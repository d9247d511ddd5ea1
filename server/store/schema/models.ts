import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { ModelPrice } from '../../../lib/contracts/index.ts'

/** The models of the slots 0 to 14. Keys stay in configuration. */
export const models = pgTable('models', {
  slot: integer().primaryKey(),
  /** `embedded`, or the kind of endpoint that serves the model. */
  provider: text().notNull(),
  modelId: text().notNull(),
  name: text().notNull(),
  /** In tokens; 0 where it is not known. */
  contextSize: integer().notNull().default(0),
  /** null where it is not known, or nothing is paid. */
  price: jsonb().$type<ModelPrice>(),
  /** An administrator wrote this row: the configuration no longer changes it. */
  edited: boolean().notNull().default(false),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
