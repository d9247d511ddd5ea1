import { z } from 'zod'

/** The server's public key for recordings, an RSA-OAEP (SHA-256) JSON Web Key; the label binds person and recording (design §5). */
export const recordingPublicKey = z.object({
  keyId: z.string(),
  jwk: z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() }),
})
export type RecordingPublicKey = z.infer<typeof recordingPublicKey>

/** A recording's AES key as it lies on a disk: only the server can open it, for this person and this recording alone. */
export const wrappedRecordingKey = z.object({ keyId: z.string().max(100), wrapped: z.base64().max(2000) })
export type WrappedRecordingKey = z.infer<typeof wrappedRecordingKey>

/** The OAEP label of a wrapped key, in UTF-8. */
export const recordingKeyLabel = (userId: string, recordingId: string) => `chartside.recording:${userId}:${recordingId}`
