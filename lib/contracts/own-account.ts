import { z } from 'zod'
import { directoryPermission } from './directory.ts'
import { provider } from './oauth.ts'

/** One device on which a person is signed in. */
export const accountSession = z.object({
  sessionId: z.uuid(),
  device: z.string().optional(),
  createdAt: z.iso.datetime(),
  /** When the device last renewed its tokens. */
  lastUsedAt: z.iso.datetime(),
  /** True for the session that makes this call. */
  current: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

/** What a person may do. `directoryId` is the organisation in which the person works in this session, or null. */
export const accountPermission = z.object({
  admin: z.boolean(),
  directoryId: z.uuid().nullable(),
  permissions: z.array(directoryPermission),
})
export type AccountPermission = z.infer<typeof accountPermission>

/** A person whose reports the caller may read. */
export const viewableUser = z.object({ userId: z.uuid(), email: z.string(), name: z.string().optional() })

/**
 * How a person can sign in besides codes (product 12.91): whether there is a password, and the linked accounts of
 * providers, the oldest first. Several accounts of one provider are one entry.
 */
export const linkedIdentities = z.object({
  password: z.boolean(),
  identities: z.array(z.object({ provider, linkedAt: z.iso.datetime() })),
})
export type LinkedIdentities = z.infer<typeof linkedIdentities>

/** What a person types to confirm that the account must be deleted. */
export const deletionPhrase = 'delete my account'
