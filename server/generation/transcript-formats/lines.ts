/** A turn of a written transcript. `beginMs` is null if the transcript has no time for it. */
export interface ReadTurn {
  words: string
  /** Number of characters of the speaker's label at the beginning of `words`. 0: the speaker is not known. */
  labelLength: number
  beginMs: number | null
}

/** Every line break of Unicode, and the vertical tab with which Word ends a line. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** Splits a text into lines. DOS ends a file with Ctrl-Z, which is no word. */
export const linesOf = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .replaceAll('\u001a', '')
    .split(lineBreak)

/** Writes a turn with its speaker. */
export function turnOf(speaker: string | null, words: string, beginMs: number | null): ReadTurn {
  const label = speaker === null || speaker === '' ? '' : `${speaker}: `
  return { words: label + words, labelLength: label.length, beginMs }
}

/** True if a text ends like a sentence. */
export const endsSentence = (text: string): boolean => /[.?!…。？！؟।:;]["'”’»)\]]*$/u.test(text)
