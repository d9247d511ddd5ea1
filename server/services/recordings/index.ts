import {
  type RecordingPublicKey,
  type Remainder,
  recordingKeyLabel,
  type WrappedRecordingKey,
} from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { erasedRecordings } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { isErased, lockRecording } from './erased.ts'
import { currentPublicKey, unwrapWith } from './keys.ts'
import { remainsOf } from './remains.ts'

export { sendAudio } from './audio.ts'

/**
 * Returns the public key with which the client encrypts the key of a recording, and the user id, to which the client
 * binds the encrypted key.
 */
export const getRecordingKey = async (
  context: Context,
  { userId }: Person,
): Promise<RecordingPublicKey & { userId: string }> => ({ ...(await currentPublicKey(context)), userId })

/**
 * Decrypts the key of a recording for the user who wrapped it. Throws `erased` if the recording was erased. Throws
 * `not_found` if the key was not wrapped for this server, this user and this recording.
 */
export async function unwrapRecordingKey(
  context: Context,
  principal: Person,
  recordingId: string,
  { keyId, wrapped }: WrappedRecordingKey,
): Promise<{ key: string }> {
  if (await isErased(context.database, principal.userId, recordingId)) throw new Problem('erased')
  const key = await unwrapWith(context, { keyId, wrapped, label: recordingKeyLabel(principal.userId, recordingId) })
  if (key === null)
    throw new Problem(
      'not_found',
      'This server cannot open this recording. In the settings, enter the address of the server on which the recording was made.',
    )
  await audit(context, principal, 'recording.unwrap', recordingId)
  return { key: key.toString('base64') }
}

/**
 * Marks a recording as erased, so that its key is never decrypted again, and its sound is not accepted any more. A
 * repeated call has no further effect. Returns what the server still stores of the recording.
 */
export async function eraseRecording(context: Context, principal: Person, recordingId: string): Promise<Remainder[]> {
  await context.database.transaction(async (tx) => {
    await lockRecording(tx, recordingId)
    const [erased] = await tx
      .insert(erasedRecordings)
      .values({ userId: principal.userId, recordingId, erasedAt: context.clock.now() })
      .onConflictDoNothing()
      .returning({ id: erasedRecordings.recordingId })
    if (erased !== undefined) await audit({ ...context, database: tx }, principal, 'recording.erase', recordingId)
  })
  return remainsOf(context, principal, recordingId)
}
