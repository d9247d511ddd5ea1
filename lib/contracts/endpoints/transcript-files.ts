import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { transcript } from '../transcript.ts'

export const transcriptFileEndpoints = {
  submitTranscriptFile: endpoint({
    method: 'POST',
    path: '/user/transcripts/submit/file',
    audience: 'user',
    kind: 'multipart',
    form: { texts: ['title', 'patientId', 'patientName', 'language'], file: 'file' },
    repeatable: true,
    summary:
      'Keeps the words of a file as a transcript: text, Word, PDF, picture or sound, in one part named file, after the text parts title, patientId, patientName and language. Pictures answer `ocr-waiting`, sound `transcribing`. Honours Idempotency-Key.',
    response: transcript,
    errors: ['nothing_said', 'no_engine', 'too_many_requests', 'idempotency_mismatch'],
  }),
  retryTranscriptFile: endpoint({
    method: 'POST',
    path: '/user/transcripts/{id}/retry',
    audience: 'user',
    rate: 'expensive',
    summary: 'Reads the stored file of a transcript again (`hasFile`). The new words replace the old ones.',
    params: z.strictObject({ id: z.uuid() }),
    response: transcript,
    errors: ['not_found', 'locked', 'no_engine', 'too_many_requests'],
  }),
} as const
