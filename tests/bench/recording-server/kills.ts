import type { Figure } from '../../../scripts/bench.ts'
import { recordThroughKills } from '../../fakes/killed-servers.ts'
import { checkWords } from '../../fakes/numbered-recording.ts'
import type { BenchDatabase } from './database.ts'

const killsWanted = 200
const killsPerRecording = 20
const secondsPerKill = 10
const speed = 5
const resumeMaxMs = 2000

/** `kill -9` at random moments of recordings, each resumed on another server; as many as fit into `withinMs`. */
export async function killFigures(database: BenchDatabase, withinMs: number): Promise<Figure[]> {
  const began = performance.now()
  const resumes: number[] = []
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
    resumes.push(...run.resumeMs)
  }
  const slowest = Math.max(...resumes)
  return [
    {
      measure: `words lost, repeated or damaged by kill -9 of the server at ${kills} random moments`,
      figure: `${wrong}`,
      limit: `0, at ${killsWanted} moments`,
      holds: wrong === 0 && kills >= killsWanted,
    },
    {
      measure: 'ready again after a server is back, slowest',
      figure: `${slowest.toFixed(0)} ms (the client’s waits run ${speed} times as fast: at most ${((slowest * speed) / 1000).toFixed(1)} s)`,
      limit: `at most ${resumeMaxMs} ms`,
      holds: slowest * speed <= resumeMaxMs,
    },
  ]
}
