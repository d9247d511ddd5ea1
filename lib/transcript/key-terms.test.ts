import { expect, test } from 'vitest'
import { limits } from '../contracts/limits.ts'
import { keyTerms } from './key-terms.ts'

test.each([
  [['Okafor, Maya', 'Dr. Sam Lee-Ortiz, MD'], [], ['Okafor', 'Maya', 'Sam', 'Lee-Ortiz']],
  [['OKAFOR, MAYA', ''], [], ['OKAFOR', 'MAYA']],
  [['Nguyễn Thị Hoa'], [], ['Nguyễn', 'Thị', 'Hoa']],
  [
    [],
    ['Takes Lisinopril 10 mg daily, metformin 500mg BID.', 'Insulina glargina 20 unidades', 'Levothyroxin: 75 µg'],
    ['Lisinopril', 'metformin', 'glargina', 'Levothyroxin'],
  ],
  [[], ['Weight 80 kg, 3 children, sleeps 6 hours, pulse 72', 'Lisinopril'], []],
  // A word counts as a medicine only if the dose follows in the same form field. Here the dose is in the next field.
  [[], ['Depressed', '100 mg'], []],
  [['Maya'], ['Maya 5 mg, maya 6 mg'], ['Maya']],
])('the terms of %j and %j are %j', (names, values, expected) => {
  expect(keyTerms({ names, values }).map((term) => term.toLowerCase())).toEqual(
    expected.map((term) => term.toLowerCase()),
  )
})

test('a form with very many medicines gives as many terms as the server accepts', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const values = [...letters].flatMap((one) => [...letters].map((two) => `medicine${one}${two} 10 mg`))
  const terms = keyTerms({ names: ['Maya Okafor', 'x'.repeat(200)], values })
  expect(terms).toHaveLength(limits.speechTermsMax)
  expect(terms.slice(0, 2)).toEqual(['Maya', 'Okafor'])
  expect(Math.max(...terms.map(({ length }) => length))).toBeLessThanOrEqual(limits.speechTermMax)
})

test('the terms of the clinician are known as they are spelled', () => {
  expect(
    keyTerms({ names: ['Maya Okafor'], values: ['Sertraline 50 mg'], own: ['Nunez', 'St. Mary', 'Maya'] }),
  ).toEqual(['Maya', 'Okafor', 'Nunez', 'St. Mary', 'Sertraline'])
})
