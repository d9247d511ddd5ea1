import { hasWords, turnsOf } from '../transcripts/turns.ts'

/** What a file without words is answered with. */
export const noWords = 'There are no words in this file.'

const aWord = /[\p{L}\p{N}]/u

/** The words of a file as turns, speakers' names at the beginning of lines as they stand; null where there are none. */
export function turnsOfFile(text: string): string[] | null {
  // Characters that no database keeps as text, and that a text layer may hold.
  const turns = turnsOf(text.replaceAll('\0', ''))
  return turns.some((turn) => aWord.test(turn)) && hasWords(turns) ? turns : null
}
