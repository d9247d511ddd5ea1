import { z } from 'zod'

/**
 * The server's public key with which the keys of recordings are wrapped (encrypted): an RSA-OAEP (SHA-256) JSON Web
 * Key. The OAEP label binds a wrapped key to one user and one recording (product 9.8).
 */
export const recordingPublicKey = z.object({
  keyId: z.string(),
  jwk: z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() }),
})
export type RecordingPublicKey = z.infer<typeof recordingPublicKey>

export const wrappedRecordingKey = z.object({ keyId: z.string().max(100), wrapped: z.base64().max(2000) })
export type WrappedRecordingKey = z.infer<typeof wrappedRecordingKey>

/**
 * A kind of data that stays on the server after a recording was erased. `until`: when it is deleted, null if no date is
 * set.
 * - mark: the fact that the recording was erased, so that its key is never unwrapped again
 * - log: the entries of the audit log, without content
 * - transcript: the words of the recording
 * - notes: the notes that were written from the transcript
 */
export const remainder = z.object({
  what: z.enum(['mark', 'log', 'transcript', 'notes']),
  until: z.iso.datetime().nullable(),
})
export type Remainder = z.infer<typeof remainder>

/** Returns the OAEP label that binds a wrapped key to its user and its recording. Encode it as UTF-8. */
export const recordingKeyLabel = (userId: string, recordingId: string) => `chartside.recording:${userId}:${recordingId}`
