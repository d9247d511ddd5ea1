import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the table of settings lists every setting of the server, and no other', () => {
  const known = [...read('server/config/variables.ts').matchAll(/^ {2}([A-Z][A-Z_]+): optional\(/gm)].map(
    ([, name]) => name,
  )
  const documented = [...read('docs/self-hosting.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(known.length).toBeGreaterThan(10)
  expect(documented.sort()).toEqual(known.sort())
})
