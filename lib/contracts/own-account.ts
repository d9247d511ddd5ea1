import { z } from 'zod'
import { directoryPermission } from './directory.ts'
import { provider } from './oauth.ts'

export const accountSession = z.object({
  sessionId: z.uuid(),
  device: z.string().optional(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

export const actingEntry = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  action: z.string(),
  administratorEmail: z.string().optional(),
  subjectId: z.string().optional(),
})
export type ActingEntry = z.infer<typeof actingEntry>

export const accountPermission = z.object({
  admin: z.boolean(),
  directoryId: z.uuid().nullable(),
  permissions: z.array(directoryPermission),
})
export type AccountPermission = z.infer<typeof accountPermission>

export const viewableUser = z.object({ userId: z.uuid(), email: z.string(), name: z.string().optional() })

/**
 * The ways in which a person can sign in without a code (product 12.91): with a password, and with linked accounts of
 * providers, the oldest first. Several accounts at one provider are one entry.
 */
export const linkedIdentities = z.object({
  password: z.boolean(),
  identities: z.array(z.object({ provider, linkedAt: z.iso.datetime() })),
})
export type LinkedIdentities = z.infer<typeof linkedIdentities>

/** What a person must type before the account is deleted, so that nobody deletes an account by mistake. */
export const deletionPhrase = 'delete my account'
