import { z } from 'zod'
import { email, newPassword } from './account.ts'
import { directorySettings } from './directory.ts'
import { license } from './license.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'
import { model, reasoningEfforts, reviewer } from './model.ts'
import { filledField } from './report.ts'

const name = z.string().trim().min(1, 'Enter a name.').max(limits.nameMax)

export const administeredDirectorySummary = z.object({
  directoryId: z.uuid(),
  name: z.string(),
  roles: z.object({ total: z.number().int(), occupied: z.number().int() }),
  /** True if the rules and licences of this directory hold for people without a seat (product 12.106). */
  forSeatless: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type AdministeredDirectorySummary = z.infer<typeof administeredDirectorySummary>

export const administeredDirectory = administeredDirectorySummary.extend({ settings: directorySettings })
export type AdministeredDirectory = z.infer<typeof administeredDirectory>

export const administeredDirectoryDraft = z.strictObject({ name, managerEmail: email.optional() })
export const administeredDirectoryChange = z.strictObject({
  name: name.optional(),
  settings: directorySettings.optional(),
  managerEmail: email.optional(),
  forSeatless: z.boolean().optional(),
})

export const administeredUserSummary = z.object({
  userId: z.uuid(),
  email: z.string(),
  name: z.string().optional(),
  admin: z.boolean(),
  disabled: z.boolean(),
  createdAt: z.iso.datetime(),
})

export type AdministeredUserSummary = z.infer<typeof administeredUserSummary>

export const administeredUser = administeredUserSummary.extend({
  alternativeEmail: z.string().optional(),
  phone: z.string().optional(),
  twoFactor: z.object({ email: z.boolean(), phone: z.boolean() }),
  hasPassword: z.boolean(),
  seats: z.array(z.object({ directoryId: z.uuid(), directoryName: z.string(), roleId: z.uuid(), role: z.string() })),
})
export type AdministeredUser = z.infer<typeof administeredUser>

/** The request that creates a user. Without `password`, the person must set one before signing in by password. */
export const administeredUserDraft = z.strictObject({
  email,
  name: name.optional(),
  admin: z.boolean().default(false),
  password: newPassword.optional(),
})
export const administeredUserChange = z.strictObject({
  name: name.nullable().optional(),
  admin: z.boolean().optional(),
  disabled: z.boolean().optional(),
  password: newPassword.optional(),
  /** Turns off the second factor of a user who has lost it, ends every session of the user, and mails the user. */
  resetSecondFactor: z.literal(true).optional(),
})
export type AdministeredUserChange = z.infer<typeof administeredUserChange>

export const customLogin = z.strictObject({
  /** Absent: a further session of the administrator, which ends after this time. */
  userId: z.uuid().optional(),
  expirationMinutes: z.number().int().min(1).max(1440),
})

const creditLimit = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .nullable()

/**
 * The request that gives a licence of a product to a directory (an organisation) or to a person, never to both. An
 * absent limit is the limit of the product. A null limit means no limit. Without `endsAt` the licence does not end.
 */
export const licenseGrant = z.strictObject({
  directoryId: z.uuid().optional(),
  userId: z.uuid().optional(),
  product: z.string().max(limits.identifierMax),
  documentLimit: creditLimit.optional(),
  sessionLimit: creditLimit.optional(),
  startsAt: z.iso.datetime().optional(),
  endsAt: z.iso.datetime().nullable().optional(),
})
export type LicenseGrant = z.infer<typeof licenseGrant>

export const licenseChange = licenseGrant.pick({ documentLimit: true, sessionLimit: true, endsAt: true })
export type LicenseChange = z.infer<typeof licenseChange>

export const administeredLicense = license.extend({ ownerName: z.string().optional() })
export type AdministeredLicense = z.infer<typeof administeredLicense>

export const licenseQuery = listQuery.extend({ directoryId: z.uuid().optional(), userId: z.uuid().optional() })
export type LicenseQuery = z.infer<typeof licenseQuery>

/** A notice that every signed-in person sees from `startsAt` until `endsAt`. Without `endsAt`: until it is deleted. */
export const banner = z.object({
  bannerId: z.uuid(),
  text: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime().optional(),
  /** True for a notice of the server itself, which only administrators get and nobody removes (product 12.118). */
  ofServer: z.boolean().optional(),
})
export type Banner = z.infer<typeof banner>

export const bannerDraft = z.strictObject({
  text: z.string().trim().min(1, 'Enter a text.').max(2_000),
  level: banner.shape.level.default('info'),
  startsAt: z.iso.datetime().optional(),
  endsAt: z.iso.datetime().optional(),
})
export type BannerDraft = z.infer<typeof bannerDraft>

const dollars = z.number().min(0).max(1_000_000)

export const modelFailure = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['refused', 'unreachable', 'late', 'declined', 'unusable', 'unexpected']),
  /** HTTP status of the provider's answer. Null: the provider did not answer. */
  status: z.number().int().nullable(),
  requestId: z.string().nullable(),
})
export type ModelFailure = z.infer<typeof modelFailure>

export const administeredModel = model.extend({
  /** The price in US dollars per million tokens. Null: unknown. */
  price: z
    .object({
      inputPerMillion: dollars,
      outputPerMillion: dollars,
      /**
       * The price of input tokens that the provider reads from its cache. If absent, the price is a fixed share of
       * `inputPerMillion` for the providers that `server/providers/language/prices.ts` lists. For every other provider,
       * it is `inputPerMillion`.
       */
      cachedPerMillion: dollars.optional(),
      /**
       * The price of input tokens that the provider writes into its cache. If absent, it is computed like
       * `cachedPerMillion`, but with another share, which may be higher than 1.
       */
      keptPerMillion: dollars.optional(),
    })
    .nullable(),
  edited: z.boolean(),
  /** Who reviews the notes of this model (product 10.18). */
  reviewer,
  reasoning: z.enum(reasoningEfforts).nullable(),
  /** The longest answer in tokens. 0: the provider chooses. */
  maxOutputTokens: z.number().int().min(0).max(10_000_000),
  /** The slot whose model writes a note if this model fails (product 10.20). Null: no other model is tried. */
  fallbackSlot: model.shape.slot.nullable(),
  lastFailure: modelFailure.nullable(),
})

/** `wordErrorRate`: percent of the words that were wrong in the bundled clips. Null: not measured. */
const speechModel = z.object({ name: z.string(), wordErrorRate: z.number().nullable() })

/**
 * All slots that have a model, and the providers that a slot can use. `configured` is false if the server has no
 * address or no key for a provider.
 */
export const administeredModels = z.object({
  models: z.array(administeredModel),
  providers: z.array(z.object({ provider: z.string(), configured: z.boolean() })),
  /** The speech engine. Null: none is set up. `fileModel`: the model for files, if it is another one. */
  speech: z
    .object({
      engine: z.string(),
      label: z.string(),
      model: speechModel.nullable(),
      fileModel: speechModel.optional(),
    })
    .nullable(),
})
export type AdministeredModels = z.infer<typeof administeredModels>

export const modelChange = z.strictObject({
  slot: model.shape.slot,
  model: z
    .strictObject({
      provider: z.string().max(limits.identifierMax),
      modelId: z.string().trim().min(1).max(limits.identifierMax),
      name,
      contextSize: z.number().int().min(0).max(100_000_000).default(0),
      price: administeredModel.shape.price.default(null),
      reviewer: reviewer.default('self'),
      reasoning: administeredModel.shape.reasoning.default(null),
      maxOutputTokens: administeredModel.shape.maxOutputTokens.default(0),
      fallbackSlot: administeredModel.shape.fallbackSlot.default(null),
    })
    .nullable(),
})
export type ModelChange = z.infer<typeof modelChange>

export const auditQuery = listQuery.omit({ search: true }).extend({
  userId: z.uuid().optional(),
  subjectId: z.string().max(limits.identifierMax).optional(),
  action: z
    .string()
    .regex(
      /^[a-z-]+(\.[a-z-]+)?$/,
      'Use an action such as report.sign, or the first part of an action, such as report.',
    )
    .max(100)
    .optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
})
export type AuditQuery = z.infer<typeof auditQuery>

/** One entry of the audit log: who did what, and when. It never contains the data that was changed (product 12.29). */
export const auditEntry = z.object({
  at: z.iso.datetime(),
  action: z.string(),
  userId: z.uuid().optional(),
  email: z.string().optional(),
  administratorId: z.uuid().optional(),
  administratorEmail: z.string().optional(),
  directoryId: z.uuid().optional(),
  subjectId: z.string().optional(),
  fields: z.array(filledField).optional(),
  address: z.string().optional(),
})
export type AuditEntry = z.infer<typeof auditEntry>
