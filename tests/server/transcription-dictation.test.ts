import { afterEach, describe, expect, it } from 'vitest'
import { socketPath } from '../../lib/contracts/index.ts'
import { startFaultProxy } from '../fakes/fault-proxy.ts'
import { faults } from '../fakes/faults.ts'
import { createNumberedEngine } from '../fakes/numbered-engine.ts'
import { checkWords, recordNumbered, whole } from '../fakes/numbered-recording.ts'
import { createMemoryTakes } from '../fakes/takes.ts'
import { startTranscriptionServer } from '../fakes/transcription-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

// Ten minutes away are, for what nobody stores, the same as one.
const breaks = faults.filter(({ seconds }) => seconds < 100)

describe('a dictation that no server stores, whose network breaks: what its user is left with has every word once', () => {
  it.each(breaks.map((fault) => [fault.name, fault] as const))('%s', async (_, { seconds, speed, at }) => {
    const takes = createMemoryTakes()
    const server = await startTranscriptionServer({
      engine: createNumberedEngine({ guesses: true }),
      takes,
      durationEveryMs: 1000 / speed,
      limits: { startsPerMinutePerPerson: 100_000, startsPerMinutePerAddress: 100_000 },
    })
    closing.push(server.close)
    const proxy = await startFaultProxy(server.port)
    closing.push(proxy.close)
    const { turns, connections } = await recordNumbered({
      url: `ws://127.0.0.1:${proxy.port}${socketPath}`,
      ticket: async () => server.ticketFor('ana'),
      channels: 1,
      skipSave: true,
      seconds,
      speed,
      eachSecond: (second) => at(second, proxy),
    })
    expect(checkWords(seconds, turns, 1)).toEqual(whole)
    expect(connections).toBeGreaterThan(1)
    expect(takes.kept.size).toBe(0)
  })
})
