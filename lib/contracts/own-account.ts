import { z } from 'zod'
import { directoryPermission } from './directory.ts'
import { provider } from './oauth.ts'

/** One device on which a person is signed in. */
export const accountSession = z.object({
  sessionId: z.uuid(),
  device: z.string().optional(),
  createdAt: z.iso.datetime(),
  /** When the device last got new tokens. Devices do this regularly while they are used. */
  lastUsedAt: z.iso.datetime(),
  /** True for the session with which this call is made. */
  current: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

/** What an administrator did while acting as the person. It never contains the data that was changed. */
export const actingEntry = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** An action of the audit log, such as `layout.update`. */
  action: z.string(),
  /** Absent if the account of the administrator was deleted. */
  administratorEmail: z.string().optional(),
  subjectId: z.string().optional(),
})
export type ActingEntry = z.infer<typeof actingEntry>

/** What a person may do. `directoryId` is the organisation in which the person works in this session, or null. */
export const accountPermission = z.object({
  admin: z.boolean(),
  directoryId: z.uuid().nullable(),
  permissions: z.array(directoryPermission),
})
export type AccountPermission = z.infer<typeof accountPermission>

/** A person whose notes the caller may read. */
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
