import type { Bench } from '../../scripts/bench.ts'
import { type Figure, figuresOf } from '../../scripts/figures.ts'
import { planFigures } from './lists/plans.ts'
import { startReportsServer } from './lists/reports-server.ts'

const sizes = [10_000, 100_000, 1_000_000] as const
const rounds = 200
const warmUps = 20
/** For each call, the largest allowed ratio of its time with 1,000,000 reports to its time with 10,000 reports. */
const most = {
  'first page': 1.5,
  'search for one note': 1.5,
  'search with more hits': 10,
  'search for a common word': 1.5,
  opening: 1.5,
}

/** The 95th percentile. */
const p95 = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

/** Measures lists over HTTP with more and more reports, and checks that every statement uses an index. */
export const bench: Bench = async () => {
  const servers: Awaited<ReturnType<typeof startReportsServer>>[] = []
  try {
    for (const size of sizes) servers.push(await startReportsServer(size))
    const figures: Figure[] = []
    for (const name of Object.keys(most) as (keyof typeof most)[]) {
      const times = servers.map((): number[] => [])
      for (let round = -warmUps; round < rounds; round += 1) {
        // Each round calls all servers, so that other programs on the machine slow down all of them equally.
        for (const [index, { calls }] of servers.entries()) {
          const ms = await calls[name]()
          if (round >= 0) times[index]?.push(ms)
        }
      }
      const [small = 0, middle = 0, large = 0] = times.map(p95)
      figures.push({
        measure: `p95 of ${name}, with 1,000,000 reports of one person compared with 10,000`,
        figure: `${(large / small).toFixed(2)} times (${[small, middle, large].map((ms) => `${ms.toFixed(1)} ms`).join(', ')})`,
        limit: `at most ${most[name]} times`,
        holds: large / small <= most[name],
      })
    }
    const [first] = servers
    return [...figures, ...(await figuresOf('plans', () => planFigures(first?.url ?? '')))]
  } finally {
    for (const server of servers) await server.close()
  }
}
