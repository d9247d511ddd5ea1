import type { Transcript } from '../../lib/contracts/index.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import { spokenTurn } from '../recording/speakers.ts'
import { whoseText } from '../report/report-words.ts'
import type { Tone } from '../ui/tag.tsx'

/** The status tag of a transcript in a list. Null if it is ready. */
export const statusWords: Record<Transcript['status'], { word: string; tone: Tone } | null> = {
  ready: null,
  recording: { word: 'not finished', tone: 'look' },
  'ocr-waiting': { word: 'Processing...', tone: 'plain' },
  transcribing: { word: 'Processing...', tone: 'plain' },
  incomplete: { word: 'incomplete', tone: 'look' },
  failed: { word: 'failed', tone: 'bad' },
}

/** What is happening to a file that is still being read. Undefined for all other states. */
export const waitingWords: Partial<Record<Transcript['status'], string>> = {
  'ocr-waiting': 'The picture is being read.',
  transcribing: 'The sound is being transcribed.',
}
export const isBeingRead = ({ status }: Pick<Transcript, 'status'>): boolean => waitingWords[status] !== undefined

const storedWords = 'The file is stored for at most 30 days, and can be read again.'

/** The beginning of the query key of every list of transcripts. With this key, all these lists can be loaded again. */
export const transcriptsKey = ['transcripts', 'list'] as const

/** Polling interval while a file is being read, in milliseconds. */
export const readingPollMs = 2000

/** Replaces the words of a turn and keeps its speaker label. */
export function correctedTurn(turn: string, words: string): string {
  const label = turn.slice(0, turn.length - spokenTurn(turn).words.length)
  return label + words.trim()
}

/**
 * Returns the patient of the open chart if the transcript belongs to this patient, otherwise null. The patient numbers
 * are compared. The result is null for a transcript without a number, even if the open chart has no number either.
 */
export const openPatientOf = ({ patientId }: Pick<Transcript, 'patientId'>, openPatient: PagePatient | null) =>
  patientId && openPatient?.identifier === patientId ? openPatient : null

/**
 * Returns why no note can be written from this transcript now, as a sentence for the user. Null: a note can be written.
 * `open`: the patient of the open chart. The words of one patient must never go into another patient's note (product
 * 11.6).
 */
export function whyNoNote(transcript: Transcript, openPatient: PagePatient | null): string | null {
  const { status, statusText, turns, patientId, hasFile } = transcript
  if (status === 'failed') {
    const why = statusText || 'No text could be read from this file.'
    return hasFile ? `${why} ${storedWords}` : statusText || `${why} Delete this transcript and add the file again.`
  }
  if (status === 'incomplete')
    return `${statusText ?? 'A part of this file was not read.'} Check the text below and add what is missing, then accept it.${hasFile ? ` ${storedWords}` : ''}`
  if (isBeingRead(transcript)) return 'You can write a note as soon as the file is read.'
  if (status !== 'ready') return 'You can write a note as soon as the transcript is complete.'
  if (turns.length === 0) return 'Nothing was said in this session, so there is no note to write.'
  if (patientId && openPatient?.identifier !== patientId)
    return `Open the chart of ${whoseText(transcript)} to write a note from this transcript.`
  return null
}
