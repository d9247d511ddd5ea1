import { z } from 'zod'
import { limits } from './limits.ts'

/**
 * - recording: audio still arrives
 * - ready: complete
 * - ocr-waiting: the text of a picture is being recognised
 * - transcribing: an audio file is being transcribed
 * - failed: `statusText` has the reason
 */
export const transcriptStatuses = ['recording', 'ready', 'ocr-waiting', 'transcribing', 'failed'] as const
export const transcriptStatus = z.enum(transcriptStatuses)

/**
 * The turns of a transcript. Each one is `Speaker N: words` if the speaker is known, otherwise only the words
 * (product 9.3).
 */
export const turns = z.array(z.string().max(limits.valueMax)).max(limits.turnsMax)

/**
 * The label at the beginning of a turn; its group is the number. Server and screens count the words of a turn behind it:
 * with another pattern, the marks of `unclear` would belong to other words.
 */
export const speakerLabel = /^Speaker (\d+):\s*/

/**
 * For each turn: the words that the speech engine was not sure of, as indexes in the words after the speaker’s label,
 * split at white space. A shorter list means that the other turns have none.
 */
export const unclear = z
  .array(z.array(z.number().int().min(0).max(limits.valueMax)).max(limits.unclearWordsMax))
  .max(limits.turnsMax)

export const transcriptSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  patientId: z.string().optional(),
  language: z.string(),
  status: transcriptStatus,
  statusText: z.string().optional(),
  /** Committed seconds of the recording's timeline. 0 for typed text. */
  duration: z.number(),
  /** Transcribed share of an audio file, 0 to 1. Absent if nothing is being transcribed or the length is unknown. */
  progress: z.number().min(0).max(1).optional(),
  createdAt: z.iso.datetime(),
})
export type TranscriptSummary = z.infer<typeof transcriptSummary>

/**
 * Form fields that are sent with a file to be transcribed. They must come before the file, because the server reads the
 * file as a stream.
 */
export const transcriptFileFields = z.strictObject({
  title: z.string().trim().max(limits.nameMax).optional(),
  patientId: z.string().max(limits.identifierMax).optional(),
  language: z.string().max(20).default('en'),
})
export type TranscriptFileFields = z.infer<typeof transcriptFileFields>

/** A transcript with its turns. `unclear` is absent if there are no such words. */
export const transcript = transcriptSummary.extend({ turns, unclear: unclear.optional() })
export type Transcript = z.infer<typeof transcript>

/** The state of a transcript as the socket reports it (product 3.12). */
export const transcriptionSession = z.object({
  transactionId: z.uuid(),
  requestId: z.string(),
  transcript: turns,
  unclear: unclear.optional(),
  duration: z.number(),
})
export type TranscriptionSession = z.infer<typeof transcriptionSession>
