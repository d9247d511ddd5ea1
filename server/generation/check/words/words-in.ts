import { rowsOf } from '../../reading/rows.ts'

/** Returns the words of a list beside this file. Each line has one word, in lower case. */
export const wordsIn = (list: string): ReadonlySet<string> =>
  new Set(rowsOf(new URL(`./${list}.txt`, import.meta.url)).flat())
