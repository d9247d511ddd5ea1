import { z } from 'zod'
import { limits } from './limits.ts'

/**
 * recording: audio still arrives · ready: complete · ocr-waiting: a picture is being read · transcribing: a sound file is
 * being heard · failed: see statusText.
 */
export const transcriptStatuses = ['recording', 'ready', 'ocr-waiting', 'transcribing', 'failed'] as const
export const transcriptStatus = z.enum(transcriptStatuses)

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
  /** How much of a file is heard, 0 to 1; absent where nothing is being heard or its length is not known. */
  progress: z.number().min(0).max(1).optional(),
  createdAt: z.iso.datetime(),
})
export type TranscriptSummary = z.infer<typeof transcriptSummary>

/** What stands beside a file that becomes a transcript: text parts of the form, before the file. */
export const transcriptFileFields = z.strictObject({
  title: z.string().trim().max(limits.nameMax).optional(),
  patientId: z.string().max(limits.identifierMax).optional(),
  language: z.string().max(20).default('en'),
})
export type TranscriptFileFields = z.infer<typeof transcriptFileFields>

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
