import { z } from 'zod'
import { email } from './account.ts'
import { limits } from './limits.ts'

/**
 * What a member of a developer organisation may do (product 12.23). Each permission includes the permissions after it.
 */
export const accessPermissions = ['owner', 'write', 'read'] as const
export const accessPermission = z.enum(accessPermissions)
export type AccessPermission = z.infer<typeof accessPermission>

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

const name = z.string().trim().min(1, 'Enter a name.').max(limits.nameMax)
const website = z.url({ protocol: /^https?$/, error: 'Use an address such as https://clinic.example.' }).max(2_000)

export const accessOrganizationDraft = z.strictObject({
  name,
  website: website.nullish(),
  contactEmail: email.nullish(),
})
export type AccessOrganizationDraft = z.infer<typeof accessOrganizationDraft>

const atMost = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .nullable()
  .default(null)

export const accessLimits = z.strictObject({
  output: atMost,
  transcript: atMost,
  minute: atMost,
  template: atMost,
  customers: atMost,
})
export type AccessLimits = z.infer<typeof accessLimits>

export const accessMetadata = z.record(z.string().min(1).max(100), z.string().max(2_000))

export const administeredAccessSummary = z.object({
  accessId: z.uuid(),
  organization: z.object({ name: z.string(), website: z.string().optional(), contactEmail: z.string().optional() }),
  members: z.object({ accepted: z.number().int(), invited: z.number().int() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export type AdministeredAccessSummary = z.infer<typeof administeredAccessSummary>

export const accessMember = z.object({
  email: z.string(),
  userId: z.uuid().optional(),
  permission: accessPermission,
  status: z.enum(['invited', 'accepted']),
})

export type AccessMember = z.infer<typeof accessMember>

export const administeredAccess = administeredAccessSummary.extend({
  limits: accessLimits,
  metadata: accessMetadata,
  metronomeId: z.string().optional(),
  hasLogo: z.boolean(),
  people: z.array(accessMember),
})
export type AdministeredAccess = z.infer<typeof administeredAccess>

export const administeredAccessDraft = z.strictObject({
  organization: accessOrganizationDraft,
  limits: accessLimits.prefault({}),
  ownerEmail: email.optional(),
})
export type AdministeredAccessDraft = z.infer<typeof administeredAccessDraft>

export const administeredAccessChange = z.strictObject({
  organization: accessOrganizationDraft.optional(),
  limits: accessLimits.optional(),
  metronomeId: z.string().trim().min(1).max(limits.identifierMax).nullish(),
  ownerEmail: email.optional(),
})
export type AdministeredAccessChange = z.infer<typeof administeredAccessChange>
