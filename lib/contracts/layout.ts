import { z } from 'zod'
import { field } from './field.ts'
import { limits } from './limits.ts'

export const layoutSources = ['user', 'kipu', 'credible', 'advancedmd', 'other'] as const
export const layoutSource = z.enum(layoutSources)
export type LayoutSource = z.infer<typeof layoutSource>

const name = z.string().trim().min(1).max(limits.nameMax)
/** Trimmed; an empty group is stored as none (spec §5). */
const group = z.string().trim().max(limits.nameMax)

/** What an owner or editor may write of a layout: either `fields` or `text`. */
export const layoutDraft = z.strictObject({
  name,
  type: z.enum(['document', 'other']).default('other'),
  source: layoutSource.default('user'),
  description: z.string().max(limits.instructionsMax).default(''),
  instructions: z.string().max(limits.instructionsMax).default(''),
  group: group.optional(),
  /** Present in a field-based layout. */
  fields: z.array(field).max(limits.fieldsMax).optional(),
  /** Present in a text-based layout: a text with AI placeholders, generated as one template field. */
  text: z.string().max(limits.valueMax).optional(),
  config: z.strictObject({ multiplePeople: z.boolean().optional() }).default({}),
})
export type LayoutDraft = z.infer<typeof layoutDraft>

/** A saved, owned template (spec §3). No `email` means public. */
export const layout = z.object({
  _id: z.uuid(),
  name: z.string(),
  type: z.enum(['document', 'other']),
  source: layoutSource,
  email: z.string().optional(),
  editors: z.array(z.string()),
  group: z.string().optional(),
  directoryName: z.string().optional(),
  description: z.string(),
  instructions: z.string(),
  fields: z.array(field).optional(),
  text: z.string().optional(),
  config: z.object({ multiplePeople: z.boolean().optional() }),
  status: z.enum(['ready', 'generating', 'failed']),
  statusText: z.string().optional(),
  /** Grows by one at each save; an update names the version it was made from. */
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Layout = z.infer<typeof layout>
