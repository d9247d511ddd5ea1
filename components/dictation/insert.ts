import { spokenTurn } from '../recording/speakers.ts'

/** Joins the words of a dictation, without the speaker labels. */
export function wordsOf(turns: string[]): string {
  return turns
    .map((turn) => spokenTurn(turn).words.trim())
    .filter(Boolean)
    .join(' ')
}

/** Inserts words into a text at `at`, with spaces where needed. `caret` is the cursor position after them. */
export function insertWords(text: string, at: number, words: string): { text: string; caret: number } {
  const before = text.slice(0, at)
  const after = text.slice(at)
  if (words === '') return { text, caret: before.length }
  const spaced = `${before === '' || /\s$/.test(before) ? '' : ' '}${words}`
  const gap = after === '' || /^[\s.,;:!?)]/.test(after) ? '' : ' '
  return { text: before + spaced + gap + after, caret: before.length + spaced.length }
}
