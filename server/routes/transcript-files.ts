import { type endpoints, transcriptFileFields } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import { retryFile, submitFile } from '../services/transcript-files/index.ts'
import { getTranscript } from '../services/transcripts/index.ts'
import type { Handlers } from './handler.ts'
import { readFields } from './multipart.ts'

export const missingFile = () => {
  const message = 'Send the file in one part named file, after the text parts.'
  return new Problem('invalid_request', message, [{ path: 'body.file', message }])
}

export const transcriptFileHandlers: Handlers<(typeof endpoints)['transcriptFiles'], 'user'> = {
  submitTranscriptFile: {
    receive: async ({ context, principal, signal, files, once }) => {
      const release = context.fileUploads.begin(principal.userId)
      try {
        for await (const { name, fields, bytes } of files) {
          if (name !== 'file') throw missingFile()
          return await submitFile(context, principal, readFields(transcriptFileFields, fields), bytes, once, signal)
        }
        throw missingFile()
      } finally {
        release()
      }
    },
  },
  retryTranscriptFile: async ({ context, principal, params }) => {
    await retryFile(context, principal, params.id)
    return getTranscript(context, principal, params.id)
  },
}
