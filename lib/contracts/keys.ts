import { z } from 'zod'
import { accessLimits, accessMember, accessMetadata, accessOrganizationDraft, accessPermission } from './access.ts'
import { embeddingOrigin, listedOrigins, tokenScope } from './embedding.ts'
import { limits } from './limits.ts'
import { chosenIdentifier } from './platform.ts'

/** The types of use that are counted for a developer organisation (product 12.24). */
export const meterTypes = ['output', 'transcript', 'minute', 'template'] as const
export const meterType = z.enum(meterTypes)
export type MeterType = z.infer<typeof meterType>

export const accessOrganization = z.object({
  accessId: z.uuid(),
  organization: z.object({ name: z.string(), website: z.string().optional(), contactEmail: z.string().optional() }),
  permission: accessPermission,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export const accessOrganizationDetails = accessOrganization.extend({
  limits: accessLimits,
  metadata: accessMetadata,
  /** The origins of the web pages that may embed Chartside for this developer organisation (product 12.82). */
  origins: listedOrigins,
  embedding: z.array(embeddingOrigin),
  logo: z.string().optional(),
  members: z.array(accessMember),
})
export type AccessOrganizationDetails = z.infer<typeof accessOrganizationDetails>

export const accessOrganizationChange = z.strictObject({
  organization: accessOrganizationDraft.optional(),
  metadata: accessMetadata
    .refine((all) => Object.keys(all).length <= 50, 'There can be at most 50 entries. Remove some entries.')
    .optional(),
  origins: listedOrigins.optional(),
})
export type AccessOrganizationChange = z.infer<typeof accessOrganizationChange>

export const logoMaxBytes = 256 * 1024

export const logoChange = z.strictObject({
  logoBase64: z
    .string()
    .min(1)
    .max(Math.ceil((logoMaxBytes * 4) / 3) + 100)
    .nullable(),
})

export const publicAccess = z.object({
  accessId: z.uuid(),
  organization: z.object({ name: z.string(), website: z.string().optional() }),
  metadata: accessMetadata,
  logo: z.string().optional(),
})

export const accessInvite = z.object({
  accessId: z.uuid(),
  organization: z.object({ name: z.string() }),
  permission: accessPermission,
})

export const accessKey = z.object({
  keyId: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  test: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().optional(),
  lastUsedAt: z.iso.datetime().optional(),
})
export type AccessKey = z.infer<typeof accessKey>

/** The request that creates a key. `test: true`: the key works only with the data of the sandbox. */
export const accessKeyDraft = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(limits.nameMax),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  test: z.boolean().default(false),
})
export type AccessKeyDraft = z.infer<typeof accessKeyDraft>

/** A key that was just created. `key` is the secret, and only this answer contains it. */
export const newAccessKey = accessKey.extend({ key: z.string() })
export type NewAccessKey = z.infer<typeof newAccessKey>

export const dashboardTypes = ['usage', 'cost', 'latency', 'errors', 'customers'] as const

const total = z.number().min(0)
const onDay = { day: z.iso.date(), customerIdentifier: z.string().optional() }

/**
 * The numbers that the dashboard shows. The type `customers` has one row for each customer. Every other type has one
 * row or more for each day. `customerIdentifier` is absent if the use belongs to no customer.
 */
export const dashboard = z.discriminatedUnion('type', [
  z.object({ type: z.literal('usage'), rows: z.array(z.object({ ...onDay, meter: meterType, total })) }),
  z.object({ type: z.literal('cost'), rows: z.array(z.object({ ...onDay, costUsd: total })) }),
  z.object({
    type: z.literal('latency'),
    rows: z.array(
      z.object({
        ...onDay,
        outputs: z.number().int(),
        firstFieldMs: z.object({ p50: total, p95: total }),
        totalMs: z.object({ p50: total, p95: total }),
      }),
    ),
  }),
  z.object({ type: z.literal('errors'), rows: z.array(z.object({ ...onDay, code: z.string(), total })) }),
  z.object({
    type: z.literal('customers'),
    rows: z.array(
      z.object({
        customerIdentifier: z.string(),
        createdAt: z.iso.datetime(),
        users: z.number().int(),
        outputs: z.number().int(),
        transcripts: z.number().int(),
      }),
    ),
  }),
])
export type Dashboard = z.infer<typeof dashboard>

export const dashboardQuery = z.strictObject({
  type: z.enum(dashboardTypes),
  days: z.coerce.number().int().min(1).max(366).default(30),
  test: z.stringbool().default(false),
})

export const verifiedKey = z.object({
  valid: z.literal(true),
  accessId: z.uuid(),
  keyId: z.uuid(),
  name: z.string(),
  test: z.boolean(),
  expiresAt: z.iso.datetime().optional(),
})

export const rateRequest = z.strictObject({ type: meterType, count: z.number().int().min(1).max(10_000).default(1) })
export const rateAnswer = z.object({
  allowed: z.boolean(),
  remaining: z.number().int(),
  resetAt: z.iso.datetime(),
})

const scalar = z.union([z.string().max(2_000), z.number(), z.boolean()])
export const meterParameters = z.object({ count: z.number().int().min(1).max(1_000_000).default(1) }).catchall(scalar)

export const meterRequest = z.strictObject({ type: meterType, parameters: meterParameters.prefault({}) })
export type MeterRequest = z.infer<typeof meterRequest>
export const meterAnswer = z.object({ total: z.number().int() })

export const authenticateRequest = z.strictObject({
  customerIdentifier: chosenIdentifier,
  userIdentifier: chosenIdentifier.optional(),
  parameters: z
    .record(z.string().min(1).max(100), scalar)
    .refine((all) => Object.keys(all).length <= 50, 'There can be at most 50 parameters. Remove some parameters.')
    .default({}),
  scope: tokenScope.default('all'),
})
export type AuthenticateRequest = z.infer<typeof authenticateRequest>

/** The answer with a new customer token. The server does not return the same token again. */
export const customerToken = z.object({ token: z.string(), expiresAt: z.iso.datetime() })

const token = z.string().min(1).max(200)
export const tokenRequest = z.strictObject({ token })
export const tokenRateRequest = rateRequest.extend({ token, type: meterType.default('output') })
export const tokenMeterRequest = meterRequest.extend({ token, type: meterType.default('output') })

export const verifiedToken = z.object({
  valid: z.literal(true),
  customerIdentifier: z.string(),
  userIdentifier: z.string().optional(),
  parameters: z.record(z.string(), scalar),
  scope: tokenScope,
  expiresAt: z.iso.datetime(),
  test: z.boolean(),
})
