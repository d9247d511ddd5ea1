import { limits } from '../../../lib/contracts/index.ts'
import { endsInside, readTranscript } from '../transcripts/formats/index.ts'
import { hasWords, type TimedTurn, timedTurnsOf } from '../transcripts/turns.ts'

export const noWords = 'No text or speech was found in this file.'

/** Maximum number of characters of a transcript. The limit is lower in the sandbox (product 12.76). */
export const transcriptMaxOf = ({ test }: { test: boolean }): number =>
  test ? limits.sandboxTranscriptMax : limits.transcriptMax

export interface ReadFile {
  turns: TimedTurn[] | null
  notices: readonly string[]
}

export const statusOf = (notices: readonly string[]) => (notices.length === 0 ? 'ready' : 'incomplete')

const statusTextMax = 2000

export function statusTextOf(notices: readonly string[]): string | null {
  const text = notices.join(' ')
  return text === '' ? null : text.length > statusTextMax ? `${text.slice(0, statusTextMax - 1)}…` : text
}

const endsEarly =
  'This text ends in the middle of a sentence or of its last part. Check that nothing is missing at its end.'

/** What is to be told about the end of a text file. */
export const endNotices = (text: string): string[] => (endsInside(text, readTranscript(text)) ? [endsEarly] : [])

const aWord = /[\p{L}\p{N}]/u

/**
 * Splits the text of a file into turns. The speakers are kept. Returns null if there are no
 * words.
 */
export function turnsOfFile(text: string): TimedTurn[] | null {
  // PostgreSQL cannot store NUL characters, but the text of a PDF may contain them.
  const turns = timedTurnsOf(text.replaceAll('\0', ''))
  const words = turns.map((turn) => turn.words)
  return words.some((turn) => aWord.test(turn)) && hasWords(words) ? turns : null
}
