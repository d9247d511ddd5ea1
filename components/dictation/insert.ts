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
  const textBefore = text.slice(0, at)
  const textAfter = text.slice(at)
  if (words === '') return { text, caret: textBefore.length }
  const spaced = `${textBefore === '' || /\s$/.test(textBefore) ? '' : ' '}${words}`
  const gap = textAfter === '' || /^[\s.,;:!?)]/.test(textAfter) ? '' : ' '
  return { text: textBefore + spaced + gap + textAfter, caret: textBefore.length + spaced.length }
}
