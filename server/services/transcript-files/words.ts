import { limits } from '../../../lib/contracts/index.ts'
import { hasWords, type TimedTurn, timedTurnsOf } from '../transcripts/turns.ts'

/** Error message for a file without words. */
export const noWords = 'No text or speech was found in this file.'

/** Maximum number of characters of a transcript. The limit is lower in the sandbox (product 12.76). */
export const transcriptMaxOf = ({ test }: { test: boolean }): number =>
  test ? limits.sandboxTranscriptMax : limits.transcriptMax

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
