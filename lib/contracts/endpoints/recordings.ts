import { z } from 'zod'
import { confirmedConsent } from '../consent.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { patientName } from '../list.ts'
import { recordingPublicKey, remainder, wrappedRecordingKey } from '../recording-key.ts'
import { transcriptionSession } from '../transcript.ts'

const byId = z.strictObject({ id: z.uuid() })

/**
 * The text fields of the upload request for a part of a recording (`multipart/form-data`). They must come before the
 * file with the sound, because the server reads the request as a stream.
 */
export const recordingAudioFields = z.object({
  /** The chart number of the patient. It is no part of the address, because addresses are logged. */
  patientId: z.string().max(limits.identifierMax).optional(),
  patientName: patientName.optional(),
})

export const recordingEndpoints = {
  getRecordingKey: endpoint({
    method: 'GET',
    path: '/user/recordings/key',
    audience: 'user',
    summary: 'The public key to which a recording’s key is wrapped before it touches a disk.',
    response: recordingPublicKey.extend({ userId: z.uuid() }),
  }),
  unwrapRecordingKey: endpoint({
    method: 'POST',
    path: '/user/recordings/{id}/unwrap',
    audience: 'user',
    summary: 'Opens a recording’s key for the person who wrapped it; never again once the recording was erased.',
    params: byId,
    body: wrappedRecordingKey,
    response: z.object({ key: z.base64() }),
    errors: ['not_found', 'erased'],
  }),
  eraseRecording: endpoint({
    method: 'DELETE',
    path: '/user/recordings/{id}',
    audience: 'user',
    summary:
      'Never opens this recording’s key again: what a disk still holds of it is lost for good. Answers what the server still has of it.',
    params: byId,
    // What the server still has of this recording after the recording was erased. Optional, because an older server
    // does not return this list.
    response: z.object({ remains: z.array(remainder).optional() }),
  }),
  sendRecordingAudio: endpoint({
    method: 'POST',
    path: '/user/recordings/{id}/audio',
    audience: 'user',
    kind: 'multipart',
    form: { texts: ['patientId', 'patientName'], file: 'audio' },
    summary:
      'Takes a long backlog as a file, 16-bit PCM at 16 kHz in one part named audio, after the optional text parts patientId and patientName, and transcribes it as fast as the engine allows. Gaps are zeros.',
    params: byId,
    query: z.strictObject({
      /**
       * The position in the recording at which the sound of the file begins, in frames. The server must already have
       * stored the words up to this position. If it has stored less, sound before the file is missing, and the call
       * fails with `conflict`.
       */
      fromFrame: z.coerce.number().int().min(0),
      channels: z.coerce.number().int().min(1).max(2),
      language: z.string().max(20).default('en'),
      finish: z.stringbool().default(false),
      consentAt: confirmedConsent.shape.at.optional(),
      consentVersion: z.coerce.number().int().min(1).max(1_000_000).optional(),
    }),
    response: transcriptionSession,
    errors: ['not_found', 'conflict', 'too_many_requests', 'no_engine'],
  }),
} as const
