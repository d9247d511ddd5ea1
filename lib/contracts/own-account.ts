import { z } from 'zod'
import { directoryPermission } from './directory.ts'

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

/** What a person may do. `directoryId` is the directory in which this session acts, or null. */
export const accountPermission = z.object({
  admin: z.boolean(),
  directoryId: z.uuid().nullable(),
  permissions: z.array(directoryPermission),
})
export type AccountPermission = z.infer<typeof accountPermission>

/** A person whose reports the caller may read. */
export const viewableUser = z.object({ userId: z.uuid(), email: z.string(), name: z.string().optional() })

/** What a person types to confirm that the account must be deleted. */
export const deletionPhrase = 'delete my account'
