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

describe('a recording whose network breaks loses no sample and repeats no word', () => {
  it.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (_, { seconds, speed, at }) => {
    const takes = createMemoryTakes()
    const server = await startTranscriptionServer({
      engine: createNumberedEngine(),
      takes,
      durationEveryMs: 1000 / speed,
      limits: { startsPerMinutePerPerson: 100_000, startsPerMinutePerAddress: 100_000 },
    })
    closing.push(server.close)
    const proxy = await startFaultProxy(server.port)
    closing.push(proxy.close)
    const { transactionId, connections } = await recordNumbered({
      url: `ws://127.0.0.1:${proxy.port}${socketPath}`,
      ticket: async () => server.ticketFor('ana'),
      seconds,
      speed,
      eachSecond: (second) => at(second, proxy),
    })
    const take = takes.kept.get(transactionId)
    expect(checkWords(seconds, take?.turns ?? [])).toEqual(whole)
    expect(take?.finished).toBe(true)
    expect(connections).toBeGreaterThan(1)
  })
})

it('the checker sees what is lost, repeated, damaged and misplaced', () => {
  const turns = ['Speaker 0: w1:3200 w3:3100', 'Speaker 0: w4:3200 w4:3200']
  expect(checkWords(1.5, turns)).toEqual({ lost: 2, repeated: 1, damaged: 1, misplaced: 1 })
})
