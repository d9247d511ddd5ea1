import { readFileSync } from 'node:fs'

export const productName = 'Chartside'
export const productVersion: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version
