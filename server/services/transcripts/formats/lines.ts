export interface ReadTurn {
  words: string
  labelLength: number
  beginMs: number | null
}

/** Every line break of Unicode, and the vertical tab with which Word ends a line. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

export const linesOf = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .replaceAll('\u001a', '')
    .split(lineBreak)

export function turnOf(speaker: string | null, words: string, beginMs: number | null): ReadTurn {
  const label = speaker === null || speaker === '' ? '' : `${speaker}: `
  return { words: label + words, labelLength: label.length, beginMs }
}

export const endsSentence = (text: string): boolean => /[.?!…。？！؟।:;]["'”’»)\]]*$/u.test(text)
