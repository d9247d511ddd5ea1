import { z } from 'zod'
import { limits } from './limits.ts'

/** recording: audio still arrives · ready: complete · ocr-waiting: an image is being read · failed: see statusText. */
export const transcriptStatus = z.enum(['recording', 'ready', 'ocr-waiting', 'failed'])

/** One turn on the wire: `Speaker N: words` where the speaker is known, else the words alone (design §5). */
export const turns = z.array(z.string().max(limits.valueMax)).max(limits.turnsMax)

export const transcriptSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  patientId: z.string().optional(),
  language: z.string(),
  status: transcriptStatus,
  statusText: z.string().optional(),
  /** Seconds of the recording's timeline whose words are committed; 0 for typed text. */
  duration: z.number(),
  createdAt: z.iso.datetime(),
})
export type TranscriptSummary = z.infer<typeof transcriptSummary>

/** What was said. */
export const transcript = transcriptSummary.extend({ turns })
export type Transcript = z.infer<typeof transcript>

/** The state of a recording's words as the socket tells it (spec §3, transcription session). */
export const transcriptionSession = z.object({
  transactionId: z.uuid(),
  requestId: z.string(),
  transcript: turns,
  duration: z.number(),
})
export type TranscriptionSession = z.infer<typeof transcriptionSession>
