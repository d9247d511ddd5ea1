import { socketPath } from '../../lib/contracts/index.ts'
import { startFaultProxy } from './fault-proxy.ts'
import type { Fault } from './faults.ts'
import { createNumberedEngine } from './numbered-engine.ts'
import { recordNumbered } from './numbered-recording.ts'
import { createMemoryTakes } from './takes.ts'
import { startTranscriptionServer } from './transcription-server.ts'

/**
 * Records artificial words (see `numbered-sound.ts`) through a network with this fault. Returns the result of the
 * recording and the takes that the server has stored.
 */
export async function recordThroughFault(
  { seconds, speed, at }: Fault,
  options: { guesses?: boolean; channels?: 1 | 2; skipSave?: boolean } = {},
) {
  const { guesses = false, ...take } = options
  const takes = createMemoryTakes()
  const server = await startTranscriptionServer({
    engine: createNumberedEngine({ guesses }),
    takes,
    durationEveryMs: 1000 / speed,
    limits: { startsPerMinutePerPerson: 100_000, unknownStartsPerMinutePerAddress: 100_000 },
  })
  try {
    const proxy = await startFaultProxy(server.port)
    try {
      const recorded = await recordNumbered({
        ...take,
        url: `ws://127.0.0.1:${proxy.port}${socketPath}`,
        ticket: async () => server.ticketFor('ana'),
        seconds,
        speed,
        eachSecond: (second) => at(second, proxy),
      })
      return { ...recorded, kept: takes.kept }
    } finally {
      await proxy.close()
    }
  } finally {
    await server.close()
  }
}
