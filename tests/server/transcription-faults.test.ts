import { describe, expect, it } from 'vitest'
import { recordThroughFault } from '../fakes/faulted-recording.ts'
import { faults } from '../fakes/faults.ts'
import { checkWords, whole } from '../fakes/numbered-recording.ts'

describe('a recording whose network breaks loses no sample and repeats no word', () => {
  it.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (_, fault) => {
    const { transactionId, connections, kept } = await recordThroughFault(fault)
    const take = kept.get(transactionId)
    expect(checkWords(fault.seconds, take?.turns ?? [])).toEqual(whole)
    expect(take?.finished).toBe(true)
    expect(connections).toBeGreaterThan(1)
  })
})

it('the checker detects lost, repeated, damaged and misplaced words', () => {
  const turns = ['Speaker 0: w1:3200 w3:3100', 'Speaker 0: w4:3200 w4:3200']
  expect(checkWords(1.5, turns)).toEqual({ lost: 2, repeated: 1, damaged: 1, misplaced: 1 })
})
