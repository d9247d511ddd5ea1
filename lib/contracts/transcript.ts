import { z } from 'zod'
import { limits } from './limits.ts'
import { patientName } from './list.ts'

/**
 * The states of a transcript.
 * - recording: audio still arrives
 * - ready: complete
 * - ocr-waiting: the text of a picture is being recognised
 * - transcribing: an audio file is being transcribed
 * - incomplete: a part of the file was not read; `statusText` says which. It becomes `ready` when a person accepts it
 * - failed: `statusText` has the reason
 */
export const transcriptStatuses = ['recording', 'ready', 'ocr-waiting', 'transcribing', 'incomplete', 'failed'] as const
export const transcriptStatus = z.enum(transcriptStatuses)

/**
 * The turns of a transcript. A turn is `Speaker N: words` if the speaker is known, otherwise only the words (product
 * 9.3).
 */
export const turns = z.array(z.string().max(limits.valueMax)).max(limits.turnsMax)

/**
 * Matches the speaker's label at the beginning of a turn, such as `Speaker 1: `, and captures the number. The indexes
 * of `unclear` count the words after this label. If server and screens used different patterns, the indexes would point
 * at wrong words.
 */
export const speakerLabel = /^Speaker (\d+):\s*/

/** The label of a turn that the clinician has typed before, beside or after a recording (product 9.34). */
export const remarkLabel = 'Remark of the clinician: '

/** A part of a recording without sound from this length on, in ms, leaves a mark in the transcript (product 9.33). */
export const pauseMarkMinMs = 30_000

/** The turn that marks a part of a recording without sound, whose length is given in ms: `[Pause: 4 min]`. */
export const pauseMark = (lengthMs: number): string =>
  `[Pause: ${lengthMs < 60_000 ? `${Math.round(lengthMs / 1000)} s` : `${Math.round(lengthMs / 60_000)} min`}]`

/** Returns the length in a mark, such as "4 min". Null: the turn is no mark. */
export const pauseLength = (turn: string): string | null => /^\[Pause: (\d{1,5} (?:min|s))\]$/.exec(turn)?.[1] ?? null

/**
 * For each turn, the indexes of the words of which the speech engine was not sure. To count the words, remove the
 * speaker’s label and split the rest at white space. If the list is shorter than the list of turns, the last turns have
 * no unclear words.
 */
export const unclear = z
  .array(z.array(z.number().int().min(0).max(limits.valueMax)).max(limits.unclearWordsMax))
  .max(limits.turnsMax)

export const transcriptSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  patientId: z.string().optional(),
  patientName: z.string().optional(),
  language: z.string(),
  status: transcriptStatus,
  statusText: z.string().optional(),
  /** Length in seconds of the part of the recording whose words are stored. 0 for typed text. */
  duration: z.number(),
  /**
   * The share of an audio file that is transcribed, 0 to 1. Absent if no file is being transcribed or its length is
   * unknown.
   */
  progress: z.number().min(0).max(1).optional(),
  createdAt: z.iso.datetime(),
})
export type TranscriptSummary = z.infer<typeof transcriptSummary>

/**
 * The form fields that are sent with a file. They must come before the file, because the server reads the request as a
 * stream and needs them first.
 */
export const transcriptFileFields = z.strictObject({
  title: z.string().trim().max(limits.nameMax).optional(),
  patientId: z.string().max(limits.identifierMax).optional(),
  patientName: patientName.optional(),
  language: z.string().max(20).default('en'),
})
export type TranscriptFileFields = z.infer<typeof transcriptFileFields>

export const transcript = transcriptSummary.extend({
  turns,
  unclear: unclear.optional(),
  /** Present if the file is stored, because not all its words could be read. It can be read again (product 9.29). */
  hasFile: z.literal(true).optional(),
  /**
   * Where each turn begins on the recording's timeline, in ms. Null: not known. Absent: no turn has a known time, as in
   * typed text.
   */
  turnBeginsMs: z.array(z.number().int().nullable()).max(limits.turnsMax).optional(),
})
export type Transcript = z.infer<typeof transcript>

/**
 * The state of a transcript while its sound is transcribed (product 3.12). The messages of the socket contain the same
 * data, one part in each message. `duration`: length in seconds of the sound whose words are final.
 */
export const transcriptionSession = z.object({
  transactionId: z.uuid(),
  requestId: z.string(),
  transcript: turns,
  unclear: unclear.optional(),
  duration: z.number(),
})
export type TranscriptionSession = z.infer<typeof transcriptionSession>
