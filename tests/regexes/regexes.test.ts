import { expect, test } from 'vitest'
import { partOf } from '../exhaustive.ts'
import { bounded } from './bounded.ts'
import { readRegexes } from './read-regexes.ts'

// Use the pure JavaScript backend of `recheck`. The default backend would start a program and may need Java.
process.env.RECHECK_SYNC_BACKEND = 'pure'
const { checkSync } = await import('recheck')

/**
 * Time limit for one expression, in ms. The checker cannot decide expressions with long word lists within this time.
 * `growth.test.ts` measures the code that uses these expressions. A run with a limit of 3,000 ms takes minutes. It
 * decides more expressions, and finds no vulnerable one.
 */
const decideMs = 300

const regexes = readRegexes()
const keyOf = ({ source, flags }: { source: string; flags: string }) => `/${source}/${flags}`

test('the checker finds an expression that is known to be vulnerable, and the reader finds expressions', () => {
  expect(checkSync('^(a|a)*$', '', { checker: 'automaton', timeout: 10_000 }).status).toBe('vulnerable')
  expect(regexes.length).toBeGreaterThan(500)
})

test('every regular expression takes linear time, except those whose input is bounded', () => {
  const vulnerable = partOf('regular expressions', regexes).flatMap(({ source, flags, file }) => {
    const key = keyOf({ source, flags })
    if (bounded.has(key)) return []
    const result = checkSync(source, flags, { checker: 'automaton', timeout: decideMs })
    return result.status === 'vulnerable' ? [`${file}: ${key} (${result.complexity.summary})`] : []
  })
  expect(vulnerable).toEqual([])
})

test('every exception is still in the code', () => {
  const present = new Set(regexes.map(keyOf))
  expect([...bounded.keys()].filter((key) => !present.has(key))).toEqual([])
})
