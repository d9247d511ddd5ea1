import { expect, test } from 'vitest'
import type { WritingStyle } from '../contracts/index.ts'
import { mergedStyle } from '../contracts/index.ts'
import { styleExample } from './style-example.ts'

test.each<[WritingStyle, RegExp]>([
  [{ person: 'first' }, /I advise no coffee/],
  [{ person: 'third' }, /The clinician advises no coffee/],
  [{ tense: 'past' }, /reported .* took .* advised/],
  [{ subject: 'client' }, /The client/],
  [{ layout: 'bullets' }, /^- .*\n- .*\n- /],
  [{ abbreviations: 'usual' }, /3 mg qhs/],
  [{ abbreviations: 'none' }, /3 milligrams at bedtime/],
])('the example shows the setting %o', (style, words) => {
  expect(styleExample(style)).toMatch(words)
})

test('a brief example is shorter, and a detailed one longer', () => {
  const length = (style: WritingStyle) => styleExample(style).length
  expect(length({ length: 'brief' })).toBeLessThan(length({}))
  expect(length({ length: 'detailed' })).toBeGreaterThan(length({}))
})

test('what a person sets replaces the setting of the organisation; phrases and terms add up', () => {
  expect(
    mergedStyle(
      { subject: 'client', tense: 'past', forbidden: ['non-compliant'], terms: ['Okafor'] },
      { tense: 'present', forbidden: ['non-compliant', 'clean'] },
    ),
  ).toEqual({ subject: 'client', tense: 'present', forbidden: ['non-compliant', 'clean'], terms: ['Okafor'] })
})
