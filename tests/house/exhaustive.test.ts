import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { exhaustiveSuites, suitesAbout, suitesInFull } from '../exhaustive.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('every exhaustive suite is about files that exist', () => {
  const places = Object.values(exhaustiveSuites).flat()
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([])
})

test('every exhaustive suite is used by a test', () => {
  const tests = globSync('{components,lib,server,tests}/**/*.ts{,x}', {
    cwd: root,
    exclude: (path) => path === 'node_modules' || path.includes('exhaustive'),
  })
  const texts = tests.map((path) => readFileSync(join(root, path), 'utf8'))
  expect(suitesInFull.filter((suite) => !texts.some((text) => text.includes(`'${suite}'`)))).toEqual([])
})

test('a suite runs in full if a file changed that it is about, and otherwise not', () => {
  expect(suitesAbout(['components/ui/theme.ts'])).toContain('looks of screens')
  expect(suitesAbout(['README.md', 'components.json'])).toEqual([])
})
