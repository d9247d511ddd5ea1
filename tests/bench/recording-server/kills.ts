import type { Figure } from '../../../scripts/bench.ts'
import { recordThroughKills } from '../../fakes/killed-servers.ts'
import { checkWords } from '../../fakes/numbered-recording.ts'
import type { BenchDatabase } from './database.ts'

const killsWanted = 200
const killsPerRecording = 20
const secondsPerKill = 10
const speed = 5
/** How long it takes to go on is measured in a recording at the speed of speech. */
const live = { seconds: 35, kills: 6, speed: 1 }
const resumeMaxMs = 2000

/** `kill -9` at random moments of recordings, each resumed on another server; as many as fit into `withinMs`. */
export async function killFigures(database: BenchDatabase, withinMs: number): Promise<Figure[]> {
  const began = performance.now()
  let kills = 0
  let wrong = 0
  while (kills < killsWanted && performance.now() - began < withinMs) {
    const seconds = killsPerRecording * secondsPerKill
    const run = await recordThroughKills({
      store: database,
      userId: database.userId,
      seconds,
      speed,
      random: Math.random,
      kills: killsPerRecording,
    })
    const { lost, repeated, damaged, misplaced } = checkWords(seconds, await database.turnsOf(run.transactionId))
    wrong += lost + repeated + damaged + misplaced
    kills += run.kills
  }
  const { resumeMs } = await recordThroughKills({
    store: database,
    userId: database.userId,
    random: Math.random,
    ...live,
  })
  const slowest = Math.max(...resumeMs)
  return [
    {
      measure: `words lost, repeated or damaged by kill -9 of the server at ${kills} random moments`,
      figure: `${wrong}`,
      limit: `0, at ${killsWanted} moments`,
      holds: wrong === 0 && kills >= killsWanted,
    },
    {
      measure: 'ready again after a server is back, slowest',
      figure: `${slowest.toFixed(0)} ms of ${resumeMs.length}, at the speed of speech`,
      limit: `at most ${resumeMaxMs} ms`,
      holds: slowest <= resumeMaxMs,
    },
  ]
}
