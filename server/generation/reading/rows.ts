import { readFileSync } from 'node:fs'

/** Rows that begin with # explain the file and are left out. */
export const rowsOf = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter((row) => !row.startsWith('#'))
    .map((row) => row.split('\t'))
