import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
  const tests = ['components', 'lib', 'server', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test\.tsx?|ts)$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(root, folder, path)),
  )
  const texts = tests.filter((path) => !path.includes('exhaustive')).map((path) => readFileSync(path, 'utf8'))
  expect(suitesInFull.filter((suite) => !texts.some((text) => text.includes(`'${suite}'`)))).toEqual([])
})

test('a suite runs in full if a file changed that it is about, and otherwise not', () => {
  expect(suitesAbout(['components/ui/theme.ts'])).toContain('looks of screens')
  expect(suitesAbout(['README.md', 'components.json'])).toEqual([])
})
