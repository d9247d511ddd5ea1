import { socketPath } from '../../../lib/contracts/index.ts'
import type { Figure } from '../../../scripts/bench.ts'
import { startFaultProxy } from '../../fakes/fault-proxy.ts'
import { spawnRecordingServer } from '../../fakes/killed-servers.ts'
import { recordNumbered } from '../../fakes/numbered-recording.ts'
import type { BenchDatabase } from './database.ts'

/**
 * Number of recordings at the same time. They start one after another, and when one ends, the next one starts. So when
 * the server is killed, each recording is at a different position.
 */
const takesAtOnce = 6
/**
 * Recordings run at the speed of speech. At a higher speed, the client would wait for a shorter time before it
 * reconnects, and this waiting time is a part of the measured time.
 */
const speed = 1
const takeSeconds = 20
/**
 * Maximum time in ms that the test waits before it kills the active server. The time begins when another server is
 * ready to continue the recordings.
 */
const killWithinMs = 3000
const resumeMaxMs = 2000

/** One recording that was interrupted by one kill. */
interface Point {
  take: number
  killedAtMs: number
  /** Time in ms until the recording was ready on the next server. Null if the recording had already ended. */
  resumeMs: number | null
}

/** Returns the turns of a recording without faults. Every interrupted recording must have the same turns. */
async function unfaultedTurns(database: BenchDatabase): Promise<readonly string[]> {
  const server = await spawnRecordingServer(database, 10)
  try {
    const { transactionId } = await recordNumbered({
      url: `ws://127.0.0.1:${server.port}${socketPath}`,
      ticket: async () => null,
      authorization: database.userId,
      seconds: takeSeconds,
      speed: 10,
    })
    return await database.turnsOf(transactionId)
  } finally {
    server.kill()
  }
}

/**
 * Kills the active server repeatedly while takes run. Returns a point for each recording that a kill interrupted, and
 * the number of kills. `whole` contains the takes whose stored turns equal the turns of a recording without faults.
 */
async function killOften(database: BenchDatabase, pointsWanted: number) {
  const expected = (await unfaultedTurns(database)).join('\n')
  let current = await spawnRecordingServer(database, speed)
  let spare = spawnRecordingServer(database, speed)
  const proxy = await startFaultProxy(current.port)
  const points: Point[] = []
  const openPoints = new Map<number, Point>()
  const running = new Set<number>()
  const whole = new Set<number>()
  let takes = 0
  let kills = 0
  let isOver = false
  let allResumed = Promise.withResolvers<void>()
  const goesOn = (take: number) => {
    openPoints.delete(take)
    if (openPoints.size === 0) allResumed.resolve()
  }

  const recordOne = async () => {
    const take = takes++
    const { transactionId } = await recordNumbered({
      url: `ws://127.0.0.1:${proxy.port}${socketPath}`,
      ticket: async () => null,
      authorization: database.userId,
      seconds: takeSeconds,
      speed,
      onReady() {
        running.add(take)
        const point = openPoints.get(take)
        if (point !== undefined) point.resumeMs = performance.now() - point.killedAtMs
        goesOn(take)
      },
    })
    running.delete(take)
    goesOn(take)
    if ((await database.turnsOf(transactionId)).join('\n') === expected) whole.add(take)
  }
  const recordOn = async (delayMs: number) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    while (!isOver) await recordOne()
  }
  const killOne = async () => {
    const next = await spare
    await new Promise((resolve) => setTimeout(resolve, Math.random() * killWithinMs))
    allResumed = Promise.withResolvers<void>()
    proxy.setTarget(next.port)
    current.kill()
    const killedAtMs = performance.now()
    for (const take of running) {
      const point: Point = { take, killedAtMs, resumeMs: null }
      points.push(point)
      openPoints.set(take, point)
    }
    kills++
    current = next
    // Start the next server only after all recordings have resumed. Its start uses CPU time, which would be counted as
    // time to resume.
    if (openPoints.size > 0) await allResumed.promise
    spare = spawnRecordingServer(database, speed)
  }

  try {
    const spreadMs = (takeSeconds * 1000) / takesAtOnce
    const recording = Promise.all(Array.from({ length: takesAtOnce }, (_, index) => recordOn(index * spreadMs)))
    const killing = (async () => {
      try {
        while (points.length < pointsWanted) await killOne()
      } finally {
        isOver = true
      }
    })()
    await Promise.all([recording, killing])
    return { points, kills, whole }
  } finally {
    isOver = true
    current.kill()
    await spare.then((one) => one.kill()).catch(() => {})
    await proxy.close()
  }
}

/**
 * Ends servers with `kill -9` at random moments while several recordings run, and measures how the recordings continue.
 * The next connections go to another server on the same database. Each recording that a kill interrupts counts as a
 * point.
 */
export async function killFigures(database: BenchDatabase, pointsWanted = 200): Promise<Figure[]> {
  const { points, kills, whole } = await killOften(database, pointsWanted)
  const wrong = points.filter(({ take }) => !whole.has(take)).length
  const resumed = points.flatMap(({ resumeMs }) => (resumeMs === null ? [] : [resumeMs])).toSorted((a, b) => a - b)
  const late = resumed.filter((ms) => ms > resumeMaxMs).length
  const [median, slowest] = [resumed[Math.floor(resumed.length / 2)] ?? Number.NaN, resumed.at(-1) ?? Number.NaN]
  return [
    {
      measure: `transcripts unlike the unfaulted one, of recordings cut off at ${points.length} points by ${kills} kills of the server (up to ${takesAtOnce} recordings a kill, each a point)`,
      figure: `${wrong}`,
      limit: `0, at ${pointsWanted} points`,
      holds: wrong === 0 && points.length >= pointsWanted,
    },
    {
      measure: 'ready again after a server is back, at the speed of speech',
      figure: `${median.toFixed(0)} ms in the middle, ${slowest.toFixed(0)} ms at the slowest; ${late} of ${resumed.length} later than ${resumeMaxMs} ms`,
      limit: `at most ${resumeMaxMs} ms each`,
      holds: resumed.length > 0 && slowest <= resumeMaxMs,
    },
  ]
}
