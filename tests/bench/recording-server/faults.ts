import { socketPath } from '../../../lib/contracts/index.ts'
import type { Figure } from '../../../scripts/bench.ts'
import { startFaultProxy } from '../../fakes/fault-proxy.ts'
import { type Fault, faults } from '../../fakes/faults.ts'
import { createNumberedEngine } from '../../fakes/numbered-engine.ts'
import { checkWords, recordNumbered } from '../../fakes/numbered-recording.ts'
import { createMemoryTakes } from '../../fakes/takes.ts'
import { startTranscriptionServer } from '../../fakes/transcription-server.ts'
import { peers, recordWithPeer } from './peers.ts'

type Server = Awaited<ReturnType<typeof startTranscriptionServer>>

/**
 * Records once while the network fault happens. Returns how many words of the transcript are missing or damaged, and
 * how many are repeated.
 */
async function through(
  fault: Fault,
  record: (server: Server, port: number, at: (second: number) => void) => Promise<string>,
) {
  const takes = createMemoryTakes()
  const server = await startTranscriptionServer({
    engine: createNumberedEngine(),
    takes,
    durationEveryMs: 1000 / fault.speed,
    limits: { startsPerMinutePerPerson: 100_000, unknownStartsPerMinutePerAddress: 100_000 },
  })
  const proxy = await startFaultProxy(server.port)
  try {
    const id = await record(server, proxy.port, (second) => fault.at(second, proxy))
    const { lost, damaged, repeated } = checkWords(fault.seconds, takes.kept.get(id)?.turns ?? [])
    return { lost: lost + damaged, repeated }
  } finally {
    await proxy.close()
    await server.close()
  }
}

const summaryOf = ({ lost, repeated }: { lost: number; repeated: number }) => `${lost} lost, ${repeated} twice`

/**
 * Measures lost audio and repeated words under each network fault. For comparison, does the same with libraries whose
 * sockets only reconnect.
 */
export async function faultFigures(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const fault of faults) {
    const { seconds, speed, name } = fault
    const ours = await through(fault, async (server, port, eachSecond) => {
      const url = `ws://127.0.0.1:${port}${socketPath}`
      const recording = { url, ticket: async () => server.ticketFor('ana'), seconds, speed, eachSecond }
      return (await recordNumbered(recording)).transactionId
    })
    const beside: string[] = []
    for (const [peer, connect] of Object.entries(peers)) {
      const outcome = await through(fault, (_, port, eachSecond) =>
        recordWithPeer(connect, { port, authorization: 'token-of-ana', seconds, speed, eachSecond }),
      )
      beside.push(`${peer} ${summaryOf(outcome)}`)
    }
    figures.push({
      measure: `words through: ${name} (of ${Math.floor(seconds / 0.3)})`,
      figure: `${summaryOf(ours)}; ${beside.join('; ')}`,
      limit: '0 and 0',
      holds: ours.lost === 0 && ours.repeated === 0,
    })
  }
  return figures
}
