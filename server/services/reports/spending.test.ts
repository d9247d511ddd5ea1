import { expect, test } from 'vitest'
import type { Writer } from '../../generation/index.ts'
import { spending } from './spending.ts'

const writers = (slot: number): Writer => ({
  name: `model ${slot}`,
  ...(slot === 0 ? { price: { inputPerMillion: 2, outputPerMillion: 10 } } : {}),
  async *write() {},
})

test('the usage of all calls is added up by slot; without a known price there is no cost', () => {
  const spent = spending(writers)
  expect(spent.told()).toEqual({})
  spent.add(0, { inputTokens: 1000, outputTokens: 100 })
  spent.add(3, { inputTokens: 5, outputTokens: 6 })
  spent.add(0, { inputTokens: 1000, outputTokens: 100 })
  expect(spent.told()).toEqual({
    spent: [
      { slot: 0, model: 'model 0', inputTokens: 2000, outputTokens: 200, costUsd: 0.006 },
      { slot: 3, model: 'model 3', inputTokens: 5, outputTokens: 6 },
    ],
  })
})

test('a sum with an unknown cost is unknown, and a sum of nothing is nothing', () => {
  const one = (costUsd?: number) => ({
    slot: 0,
    model: 'M',
    inputTokens: 10,
    outputTokens: 5,
    ...(costUsd === undefined ? {} : { costUsd }),
  })
  const sum = (before: number | undefined, now: number | undefined) =>
    spending(() => {
      throw new Error('No writer is asked.')
    }).addedTo([one(before)], [one(now)])[0]?.costUsd
  expect([sum(0.5, 0.25), sum(undefined, 0.25), sum(0.5, undefined), sum(0, 0)]).toEqual([
    0.75,
    undefined,
    undefined,
    0,
  ])
})
