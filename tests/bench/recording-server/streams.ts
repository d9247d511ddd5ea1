import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { socketPath } from '../../../lib/contracts/index.ts'
import type { Figure } from '../../../scripts/bench.ts'
import { spawnRecordingServer } from '../../fakes/killed-servers.ts'
import { startMessage } from '../../fakes/transcription-client.ts'
import type { BenchDatabase } from './database.ts'
import { percentile } from './latency.ts'
import { createLoad } from './load.ts'

const steps = [400, 800, 1200, 1400, 1600, 1800, 2000, 2400, 2800]
const settleMs = 2500
const measureMs = 4000
const replyMaxMs = 50
/**
 * Number of tries for each step (a number of streams). One successful try is enough, because a try may also fail when
 * other programs use the machine.
 */
const triesPerStep = 3
/** The load stops growing after this many failed steps in a row. */
const missesMax = 2

/** A server under load, and its kind of response. */
interface Target {
  port: number
  pid: number
  /** Number of chunks between two responses. */
  askEvery: number
  reply: string
  kill(): void
}

interface Step {
  streams: number
  p99Ms: number
  /** CPU time per stream, in ms per second. */
  cpuMs: number
}

/** CPU time of the process so far, in seconds, with a resolution of 10 ms (the kernel's tick). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** One server under a load that grows step by step. */
interface Climb {
  readonly held: readonly Step[]
  /** Opens streams up to this number, measures while all of them send, and then pauses them. */
  step(streams: number): Promise<void>
  /** True when the last steps failed, so that more streams would fail too. */
  readonly isOver: boolean
  /** Number of streams that the server refused, over all steps. */
  readonly refused: number
  end(): void
}

function climb({ port, pid, askEvery, reply, kill }: Target, userId: string): Climb {
  const start = () => {
    return JSON.stringify(startMessage({ authorization: userId, channels: 1, transactionId: randomUUID() }))
  }
  const load = createLoad({ url: `ws://127.0.0.1:${port}${socketPath}`, start, askEvery, reply })
  const tryOnce = async (streams: number): Promise<Step> => {
    const before = cpuSeconds(pid)
    const { tookMs, missing } = await load.measure(measureMs)
    const cpuMs = ((cpuSeconds(pid) - before) * 1_000_000) / measureMs / streams
    const isWhole = missing === 0 && tookMs.length > 0
    return { streams, cpuMs, p99Ms: isWhole ? percentile(tookMs, 0.99) : Number.POSITIVE_INFINITY }
  }
  const held: Step[] = []
  let open = 0
  let misses = 0
  let refused = 0
  return {
    held,
    get refused() {
      return refused
    },
    get isOver() {
      return misses === missesMax
    },
    async step(streams) {
      load.go()
      const refusedNow = await load.open(streams - open)
      refused += refusedNow
      open = streams - refusedNow
      await new Promise((resolve) => setTimeout(resolve, settleMs))
      let best = await tryOnce(streams)
      for (let tries = 1; best.p99Ms >= replyMaxMs && tries < triesPerStep; tries++) best = await tryOnce(streams)
      load.rest()
      // A step fails if the server refuses one of its streams, even if the others are answered in time.
      misses = best.p99Ms < replyMaxMs && open === streams ? 0 : misses + 1
      if (misses === 0) held.push(best)
    },
    end() {
      load.close()
      kill()
    },
  }
}

async function startBare(): Promise<Target> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(String(line).trim())
  return { port, pid: child.pid ?? 0, askEvery: 8, reply: '"duration"', kill: () => child.kill('SIGKILL') }
}

async function startOurs(database: BenchDatabase): Promise<Target> {
  const { port, child, kill } = await spawnRecordingServer(database, 1, 'scripted')
  return { port, pid: child.pid ?? 0, askEvery: 16, reply: '"transcript"', kill }
}

/**
 * Measures how many streams the server can hold (p99 of the response times below `replyMaxMs`), and the cost of each
 * stream. For comparison, the smallest possible server gets the same audio in the same run. Our server reports the
 * position once a second and commits a turn every two seconds. The message with the words of the turn counts as the
 * response. The smallest server answers once a second. CPU times are compared at the same number of streams.
 */
export async function streamFigures(database: BenchDatabase): Promise<Figure[]> {
  const climbs = [climb(await startBare(), database.userId), climb(await startOurs(database), database.userId)] as const
  // Each step measures both servers, so that other programs on the machine slow down both of them.
  try {
    for (const streams of steps) {
      for (const one of climbs) if (!one.isOver) await one.step(streams)
    }
  } finally {
    for (const one of climbs) one.end()
  }
  const [{ held: bare }, { held: ours, refused }] = climbs
  const [most, mostBare] = [ours.at(-1), bare.at(-1)]
  const same = ours.findLast(({ streams }) => bare.some((one) => one.streams === streams))
  const beside = bare.find(({ streams }) => streams === same?.streams)
  const tell = (step: Step | undefined) => (step ? `${step.streams} (p99 ${step.p99Ms.toFixed(1)} ms)` : 'none')
  const share = (most?.streams ?? 0) / (mostBare?.streams ?? 0)
  const cost = (same?.cpuMs ?? Number.NaN) / (beside?.cpuMs ?? Number.NaN)
  const asMany = mostBare?.streams === steps.at(-1) ? ' or more' : ''
  return [
    {
      measure: `streams held with p99 reply < ${replyMaxMs} ms`,
      figure: `${tell(most)} beside ${tell(mostBare)}${asMany}: ${share.toFixed(2)} ×${refused > 0 ? `; ${refused} streams refused` : ''}`,
      limit: 'at least 0.5 ×',
      holds: share >= 0.5,
    },
    {
      measure: `processor a stream, each server under ${same?.streams} streams`,
      figure: `${same?.cpuMs.toFixed(2)} ms/s beside ${beside?.cpuMs.toFixed(2)} ms/s: ${cost.toFixed(2)} ×`,
      limit: 'at most 3 ×',
      holds: cost <= 3,
    },
  ]
}
