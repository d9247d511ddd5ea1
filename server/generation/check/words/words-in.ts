import { rowsOf } from '../../reading/rows.ts'

export const wordsIn = (list: string): ReadonlySet<string> =>
  new Set(rowsOf(new URL(`./${list}.txt`, import.meta.url)).flat())
