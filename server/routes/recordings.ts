import { recordingAudioFields } from '../../lib/contracts/endpoints/recordings.ts'
import type { endpoints } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import { eraseRecording, getRecordingKey, sendAudio, unwrapRecordingKey } from '../services/recordings/index.ts'
import type { Handlers } from './handler.ts'
import { readFields } from './multipart.ts'

const missingAudio = () => {
  const message = 'Send the audio in one part named audio.'
  return new Problem('invalid_request', message, [{ path: 'body.audio', message }])
}

export const recordingHandlers: Handlers<(typeof endpoints)['recordings'], 'user'> = {
  getRecordingKey: ({ context, principal }) => getRecordingKey(context, principal),
  unwrapRecordingKey: ({ context, principal, params, body }) => unwrapRecordingKey(context, principal, params.id, body),
  eraseRecording: async ({ context, principal, params }) => ({
    remains: await eraseRecording(context, principal, params.id),
  }),
  sendRecordingAudio: {
    receive: async ({ context, principal, params, query, signal, files }) => {
      const { consentAt, consentVersion, ...part } = query
      const consent = consentAt && consentVersion ? { at: consentAt, textVersion: consentVersion } : null
      const release = context.uploads.begin(principal.userId)
      try {
        for await (const { name, fields, bytes } of files) {
          if (name !== 'audio') throw missingAudio()
          const patient = readFields(recordingAudioFields, fields)
          return await sendAudio(context, principal, params.id, { ...part, ...patient, consent, pcm: bytes }, signal)
        }
        throw missingAudio()
      } finally {
        release()
      }
    },
  },
}
