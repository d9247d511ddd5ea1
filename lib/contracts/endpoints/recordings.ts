import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { recordingPublicKey, wrappedRecordingKey } from '../recording-key.ts'
import { transcriptionSession } from '../transcript.ts'

const byId = z.strictObject({ id: z.uuid() })

/** Calls that keep a recording safe: its key, its recovery, its long backlog. */
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
    summary: 'Never opens this recording’s key again: what a disk still holds of it is lost for good.',
    params: byId,
    response: z.object({}),
  }),
  sendRecordingAudio: endpoint({
    method: 'POST',
    path: '/user/recordings/{id}/audio',
    audience: 'user',
    kind: 'multipart',
    summary:
      'Takes a long backlog as a file, 16-bit PCM at 16 kHz in one part named audio, and transcribes it as fast as the engine allows. Gaps are zeros.',
    params: byId,
    query: z.strictObject({
      /** Where the file’s first frame stands on the take’s timeline; not after what is committed. */
      fromFrame: z.coerce.number().int().min(0),
      channels: z.coerce.number().int().min(1).max(2),
      language: z.string().max(20).default('en'),
      /** The take ends with this file. */
      finish: z.stringbool().default(false),
    }),
    response: transcriptionSession,
    errors: ['not_found', 'conflict', 'too_many_requests', 'no_engine'],
  }),
} as const
