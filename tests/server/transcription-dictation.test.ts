import { describe, expect, it } from 'vitest'
import { recordThroughFault } from '../fakes/faulted-recording.ts'
import { faults } from '../fakes/faults.ts'
import { checkWords, whole } from '../fakes/numbered-recording.ts'

// The fault of ten minutes is left out. Without storage, it has the same effect as the fault of one minute.
const breaks = faults.filter(({ seconds }) => seconds < 100)

describe('a dictation that no server stores, whose network breaks: in the end its user has every word once', () => {
  it.each(breaks.map((fault) => [fault.name, fault] as const))('%s', async (_, fault) => {
    const how = { guesses: true, channels: 1, skipSave: true } as const
    const { turns, connections, kept } = await recordThroughFault(fault, how)
    expect(checkWords(fault.seconds, turns, 1)).toEqual(whole)
    expect(connections).toBeGreaterThan(1)
    expect(kept.size).toBe(0)
  })
})
