import { z } from 'zod'
import { field } from './field.ts'
import { formField } from './form-field.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'

export const layoutSources = ['user', 'kipu', 'credible', 'advancedmd', 'other'] as const
export const layoutSource = z.enum(layoutSources)
export type LayoutSource = z.infer<typeof layoutSource>

const name = z.string().trim().min(1).max(limits.nameMax)
/** The name of the group in lists, without spaces around it. An empty name means no group (product 5.8). */
const group = z.string().trim().max(limits.nameMax)

/** The parts of a layout that its owner and its editors may write. A layout has either `fields` or `text`. */
export const layoutDraft = z.strictObject({
  name,
  type: z.enum(['document', 'other']).default('other'),
  source: layoutSource.default('user'),
  description: z.string().max(limits.instructionsMax).default(''),
  instructions: z.string().max(limits.instructionsMax).default(''),
  language: z.string().max(20).optional(),
  group: group.optional(),
  fields: z.array(field).max(limits.fieldsMax).optional(),
  /** Present in a text-based layout: a text with AI placeholders, generated as one field of type `template`. */
  text: z.string().max(limits.valueMax).optional(),
  form: z.array(formField).max(limits.fieldsMax).optional(),
  config: z.strictObject({ multiplePeople: z.boolean().optional() }).default({}),
})
export type LayoutDraft = z.infer<typeof layoutDraft>

/**
 * How a user may use a layout: as its owner, as one of its editors, because it is public, or as a viewer (product 6.1).
 */
export const layoutAccesses = ['owner', 'editor', 'public', 'viewer'] as const
export type LayoutAccess = (typeof layoutAccesses)[number]

/** A saved template with an owner (product 3.13). A layout without `email` is public. */
export const layout = z.object({
  _id: z.uuid(),
  name: z.string(),
  type: z.enum(['document', 'other']),
  source: layoutSource,
  email: z.string().optional(),
  editors: z.array(z.string()),
  access: z.enum(layoutAccesses).optional(),
  shared: z.boolean().optional(),
  group: z.string().optional(),
  directoryName: z.string().optional(),
  description: z.string(),
  instructions: z.string(),
  language: z.string().optional(),
  fields: z.array(field).optional(),
  text: z.string().optional(),
  form: z.array(formField).optional(),
  config: z.object({ multiplePeople: z.boolean().optional() }),
  status: z.enum(['ready', 'generating', 'failed']),
  statusText: z.string().optional(),
  /** Incremented at each save. An update must name the version on which it is based, so that no save is overwritten. */
  version: z.int32(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Layout = z.infer<typeof layout>

/**
 * The query of the list of layouts. `search` looks in names and groups. `access` finds only the layouts for which the
 * user has this access, such as `owner`. An empty `group` finds layouts without a group.
 */
export const layoutQuery = listQuery.extend({
  group: z.string().max(limits.nameMax).optional(),
  source: layoutSource.optional(),
  access: z.enum(layoutAccesses).optional(),
})
export type LayoutQuery = z.infer<typeof layoutQuery>

export const layoutVersionSummary = z.object({
  version: z.int32(),
  name: z.string(),
  savedAt: z.iso.datetime(),
  savedBy: z.string().optional(),
})
export type LayoutVersionSummary = z.infer<typeof layoutVersionSummary>

export const layoutVersion = layoutVersionSummary.extend(
  layout.pick({
    description: true,
    instructions: true,
    language: true,
    fields: true,
    text: true,
    form: true,
    config: true,
  }).shape,
)
export type LayoutVersion = z.infer<typeof layoutVersion>

const described = z.string().trim().min(1).max(limits.instructionsMax)
const exampleNote = z.string().trim().min(1).max(limits.valueMax)

export const layoutRequest = z.union([
  z.strictObject({ name: name.optional(), description: described }),
  z.strictObject({ name: name.optional(), example: exampleNote }),
])
export type LayoutRequest = z.infer<typeof layoutRequest>

export const fieldsRequest = z.strictObject({ input: described })
