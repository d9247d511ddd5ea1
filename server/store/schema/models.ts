import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { ModelFailure, ModelPrice, ReasoningEffort, Reviewer } from '../../../lib/contracts/index.ts'

export const models = pgTable('models', {
  slot: integer().primaryKey(),
  /** `embedded`, or the type of API that serves the model. */
  provider: text().notNull(),
  modelId: text().notNull(),
  name: text().notNull(),
  contextSize: integer().notNull().default(0),
  price: jsonb().$type<ModelPrice>(),
  /** Who reviews the notes of this model: `self`, `off` or the slot of another model. */
  reviewer: jsonb().$type<Reviewer>().notNull().default(sql`'"self"'::jsonb`),
  reasoning: text().$type<ReasoningEffort>(),
  maxOutputTokens: integer().notNull().default(0),
  fallbackSlot: integer(),
  /**
   * The last failed call, without the text of the provider's answer. Null: no call has failed, or an administrator has
   * changed the row since the last failure.
   */
  lastFailure: jsonb().$type<ModelFailure>(),
  /** True if an administrator wrote this row. The configuration then no longer overwrites it. */
  edited: boolean().notNull().default(false),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
