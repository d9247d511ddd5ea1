import { z } from 'zod'
import { email, newPassword } from './account.ts'
import { directorySettings } from './directory.ts'
import { license } from './license.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'
import { model, reasoningEfforts, reviewer } from './model.ts'
import { filledField } from './report.ts'

const name = z.string().trim().min(1, 'Enter a name.').max(limits.nameMax)

/** An organisation of users (a directory), as lists for the administrators of the product show it. */
export const administeredDirectorySummary = z.object({
  directoryId: z.uuid(),
  name: z.string(),
  /** `total`: number of seats. `occupied`: number of seats that a person occupies. */
  roles: z.object({ total: z.number().int(), occupied: z.number().int() }),
  /** True if the rules and licences of this directory hold for people without a seat (product 12.106). */
  forSeatless: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type AdministeredDirectorySummary = z.infer<typeof administeredDirectorySummary>

/** A directory (an organisation) with its settings, as an administrator of the product sees it. */
export const administeredDirectory = administeredDirectorySummary.extend({ settings: directorySettings })
export type AdministeredDirectory = z.infer<typeof administeredDirectory>

/**
 * The request that creates a directory (an organisation). The person at `managerEmail` is offered a seat with every
 * permission.
 */
export const administeredDirectoryDraft = z.strictObject({ name, managerEmail: email.optional() })
/**
 * The request that changes a directory. Absent parts stay as they are. `settings` replaces all settings. `forSeatless`
 * true takes this role from any other directory.
 */
export const administeredDirectoryChange = z.strictObject({
  name: name.optional(),
  settings: directorySettings.optional(),
  managerEmail: email.optional(),
  forSeatless: z.boolean().optional(),
})

/** A user, as lists for the administrators of the product show this person. */
export const administeredUserSummary = z.object({
  userId: z.uuid(),
  email: z.string(),
  name: z.string().optional(),
  admin: z.boolean(),
  disabled: z.boolean(),
  createdAt: z.iso.datetime(),
})

export type AdministeredUserSummary = z.infer<typeof administeredUserSummary>

/** A user with sign-in data and seats, as an administrator of the product sees this person. */
export const administeredUser = administeredUserSummary.extend({
  alternativeEmail: z.string().optional(),
  phone: z.string().optional(),
  twoFactor: z.object({ email: z.boolean(), phone: z.boolean() }),
  /** False: the person cannot sign in by password until one is set. */
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
/**
 * The request that changes a user. Absent parts stay as they are. A new password and `disabled: true` end every session
 * of the user. `admin: false` ends the sessions in which the user acts as another user.
 */
export const administeredUserChange = z.strictObject({
  name: name.nullable().optional(),
  admin: z.boolean().optional(),
  disabled: z.boolean().optional(),
  password: newPassword.optional(),
  /** Turns off the second factor of a user who has lost it, ends every session of the user, and mails the user. */
  resetSecondFactor: z.literal(true).optional(),
})
export type AdministeredUserChange = z.infer<typeof administeredUserChange>

/** The request for a session in which an administrator acts as the user `userId`, for this number of minutes. */
export const customLogin = z.strictObject({
  userId: z.uuid(),
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

/** The request that changes a licence. Absent parts stay as they are. `endsAt: null`: the licence does not end. */
export const licenseChange = licenseGrant.pick({ documentLimit: true, sessionLimit: true, endsAt: true })
export type LicenseChange = z.infer<typeof licenseChange>

/**
 * A licence with its owner: the name of the organisation, or the email of the person. `ownerName` is absent if the
 * owner was deleted.
 */
export const administeredLicense = license.extend({ ownerName: z.string().optional() })
export type AdministeredLicense = z.infer<typeof administeredLicense>

/** The query of the list of all licences. `search` looks in products, names of organisations and emails. */
export const licenseQuery = listQuery.extend({ directoryId: z.uuid().optional(), userId: z.uuid().optional() })
export type LicenseQuery = z.infer<typeof licenseQuery>

/** A notice that every signed-in person sees from `startsAt` until `endsAt`. Without `endsAt`: until it is deleted. */
export const banner = z.object({
  bannerId: z.uuid(),
  text: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime().optional(),
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

/** A failed call of a language model, as the server logs it. It contains no text of the call. */
export const modelFailure = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['refused', 'unreachable', 'late', 'declined', 'unusable', 'unexpected']),
  /** HTTP status of the provider's answer. Null: the provider did not answer. */
  status: z.number().int().nullable(),
  /** The provider's id of the request, with which the provider's support can find the request. Null: not known. */
  requestId: z.string().nullable(),
})
export type ModelFailure = z.infer<typeof modelFailure>

/** A model and its slot, as an administrator sees them. The API key never leaves the server. */
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
  /**
   * True if an administrator has set this slot. The model of the slot then comes from this setting, and not from the
   * configuration of the server.
   */
  edited: z.boolean(),
  /** Who reviews the notes of this model (product 10.18). */
  reviewer,
  /** How much the model thinks before it answers. Null: the provider chooses. */
  reasoning: z.enum(reasoningEfforts).nullable(),
  /** The longest answer in tokens. 0: the provider chooses. */
  maxOutputTokens: z.number().int().min(0).max(10_000_000),
  /** The slot whose model writes a note if this model fails (product 10.20). Null: no other model is tried. */
  fallbackSlot: model.shape.slot.nullable(),
  /** The last failure of this model, without text of the provider. Null: no failure since the slot was set. */
  lastFailure: modelFailure.nullable(),
})

/**
 * All slots that have a model, and the providers that a slot can use. `configured` is false if the server has no
 * address or no key for a provider.
 */
export const administeredModels = z.object({
  models: z.array(administeredModel),
  providers: z.array(z.object({ provider: z.string(), configured: z.boolean() })),
})
export type AdministeredModels = z.infer<typeof administeredModels>

/** The request that sets the model of one slot. `model: null`: the configuration decides the model again. */
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

/**
 * Selects entries of the audit log. `userId` also finds what this person did while acting as another user. `action` is
 * a complete action such as `report.sign`, or the kind before the dot, such as `report`, which finds all its actions.
 * Finds entries at or after `from` and before `to`.
 */
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
  /** The administrator who acted as the user. */
  administratorId: z.uuid().optional(),
  administratorEmail: z.string().optional(),
  directoryId: z.uuid().optional(),
  subjectId: z.string().optional(),
  /** What a fill did with each field. */
  fields: z.array(filledField).optional(),
  address: z.string().optional(),
})
export type AuditEntry = z.infer<typeof auditEntry>
