import { readFileSync } from 'node:fs'

/** Returns the words of a list beside this file. Each line has one word, in lower case. */
export const wordsIn = (list: string): ReadonlySet<string> =>
  new Set(
    readFileSync(new URL(`./${list}.txt`, import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
