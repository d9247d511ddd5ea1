import type { endpoints } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import { eraseRecording, getRecordingKey, sendAudio, unwrapRecordingKey } from '../services/recordings/index.ts'
import type { Handlers } from './handler.ts'

const missing = () => {
  const message = 'Send the audio in one part named audio.'
  return new Problem('invalid_request', message, [{ path: 'body.audio', message }])
}

/** Handlers for the keys and the audio of recordings. */
export const recordingHandlers: Handlers<(typeof endpoints)['recordings'], 'user'> = {
  getRecordingKey: ({ context, actor }) => getRecordingKey(context, actor),
  unwrapRecordingKey: ({ context, actor, params, body }) => unwrapRecordingKey(context, actor, params.id, body),
  eraseRecording: async ({ context, actor, params }) => {
    await eraseRecording(context, actor, params.id)
    return {}
  },
  sendRecordingAudio: {
    receive: async ({ context, actor, params, query, signal, files }) => {
      const done = context.uploads.begin(actor.userId)
      try {
        for await (const { name, bytes } of files) {
          if (name !== 'audio') throw missing()
          return await sendAudio(context, actor, params.id, { ...query, pcm: bytes }, signal)
        }
        throw missing()
      } finally {
        done()
      }
    },
  },
}
