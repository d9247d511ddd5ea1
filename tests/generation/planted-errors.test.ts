import { describe, expect, test } from 'vitest'
import { checkedLanguages } from '../../lib/contracts/index.ts'
import { measurePlanted, plantedKinds, plantedLanguages } from './planted/plant.ts'
import { measureTwins, twinLanguages } from './planted/twins.ts'

/** The share of planted errors that the check must catch in each language that the screens name as checked. */
const least = 0.98

test('every language that is named as checked has sessions with planted errors', () => {
  expect([...plantedLanguages].sort()).toEqual([...checkedLanguages].sort())
})

describe.each(plantedLanguages)('sessions in %s', (language) => {
  const figures = measurePlanted(language, 'all')

  test('no correct answer is flagged', () => {
    expect(figures.answers).toBeGreaterThan(20)
    expect(figures.flagged).toEqual([])
  })

  test.each(Object.keys(plantedKinds) as (keyof typeof plantedKinds)[])('a wrong %s is flagged', (kind) => {
    const { planted, caught, missed } = figures.kinds[kind]
    expect(planted).toBeGreaterThan(20)
    expect(caught, missed.join('\n')).toBeGreaterThanOrEqual(planted * least)
  })
})

describe('answers of all kinds: corrections, ranges, conversions, brand names, relatives', () => {
  const all = twinLanguages.map(measureTwins)

  test('at most one of twenty correct answers is flagged', () => {
    const flagged = all.flatMap((one) => one.flagged)
    const correct = all.reduce((sum, one) => sum + one.correct, 0)
    expect(correct).toBeGreaterThan(75)
    expect(flagged.length, flagged.join('\n')).toBeLessThanOrEqual(correct * 0.05)
  })

  test('doses, numbers, dates, medicines and names that are wrong are flagged', () => {
    expect(all.flatMap(({ missed }) => missed)).toEqual([])
  })
})
