import { expect, test } from 'vitest'
import type { Field } from '../../lib/contracts/index.ts'
import { fitTurns } from './fit.ts'

const filler = (words: string) => Array.from({ length: 40 }, (_, index) => `Speaker 1: ${words}${index}。`)

test.each([
  [
    'Spanish',
    'Medicación y alergias',
    'Speaker 1: Tomo una medicacion para las alergias.',
    'Hablamos del tiempo y del jardín ',
  ],
  ['Japanese', '睡眠時間', 'Speaker 1: 睡眠時間は五時間くらいです。', '今日は天気がとても良いですね'],
  ['Arabic', 'ساعات النوم', 'Speaker 1: عدد ساعات النوم خمس.', 'تحدثنا عن الطقس والحديقة '],
])('in %s, the turn that shares words with the field is kept', (_, name, relevant, other) => {
  const turns = [...filler(other), relevant, ...filler(other)]
  const field: Field = { id: 'f', name, type: 'string' }
  const fitted = fitTurns(turns, [field], 300)
  expect(fitted.leftOut).toBeGreaterThan(40)
  expect(fitted.turns).toContain(relevant)
})
