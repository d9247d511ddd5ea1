import { describe, expect, test } from 'vitest'
import { isExhaustive } from '../exhaustive.ts'
import { answersByHand } from './lies/by-hand.ts'
import { builtInValues, writtenValues } from './lies/honest.ts'
import type { Lie } from './lies/lie.ts'
import { allSeeds, caught, share, type Told, tellManyLies } from './lies/measure.ts'

const base = [...(await builtInValues()), ...writtenValues(), ...answersByHand()]
// The shares of seed 7 are close to the shares of all seeds.
const seeds = isExhaustive('written notes') ? allSeeds : [7]
const told = await tellManyLies(base, seeds)
const of = (lie: Lie | null): Told[] => told.filter((one) => one.lie === lie)
const unmarked = (lie: Lie): string[] =>
  of(lie)
    .filter((one) => !caught(one))
    .map(({ honest, draft }) => `${honest.visit.name}, ${honest.field.name}: ${draft.value.join(' | ')}`)

describe('a writer that lies in one answer of five', () => {
  test('gives at least a thousand values in each run, with many lies of each kind', () => {
    expect(told.length).toBeGreaterThanOrEqual(1_000 * seeds.length)
    for (const lie of ['quote', 'number', 'option', 'negation', 'name'] as const)
      expect(of(lie).length).toBeGreaterThan(20 * seeds.length)
  })

  test('every quote that is kept occurs in the turn that it names', () => {
    for (const { honest, result } of told)
      for (const { turn, quote } of result.evidence) expect(honest.visit.turns[turn]).toContain(quote)
  })

  test.each(['quote', 'number', 'name'] as const)('every false %s is flagged or left out', (lie) => {
    expect(unmarked(lie)).toEqual([])
  })

  test.each(['option', 'negation'] as const)(
    'of every hundred values with a false %s, 95 are flagged or left out',
    (lie) => {
      expect(share(of(lie), caught)).toBeGreaterThanOrEqual(0.95)
    },
  )

  test('of a hundred correct values at most two are flagged', () => {
    expect(share(of(null), caught)).toBeLessThanOrEqual(0.02)
  })
})
