import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { ModelFailure, ModelPrice, ReasoningEffort, Reviewer } from '../../../lib/contracts/index.ts'

/** Language models of slots 0 to 14. API keys are not stored here; they stay in the configuration. */
export const models = pgTable('models', {
  slot: integer().primaryKey(),
  /** `embedded`, or the type of API that serves the model. */
  provider: text().notNull(),
  modelId: text().notNull(),
  name: text().notNull(),
  /** Context size in tokens. 0 if unknown. */
  contextSize: integer().notNull().default(0),
  /** Prices of the tokens. Null if unknown or free of charge. */
  price: jsonb().$type<ModelPrice>(),
  /** Who reviews the notes of this model: `self`, `off` or the slot of another model. */
  reviewer: jsonb().$type<Reviewer>().notNull().default(sql`'"self"'::jsonb`),
  /** How much the model reasons before it answers. Null: the provider decides. */
  reasoning: text().$type<ReasoningEffort>(),
  /** Maximum length of an answer in tokens. 0: the provider decides. */
  maxOutputTokens: integer().notNull().default(0),
  /** The slot of the model that writes if this model fails. Null: no other model writes. */
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
