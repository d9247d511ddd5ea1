import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Bench, Figure } from '../../scripts/bench.ts'
import type { BareWork } from './api/bare-server.ts'
import { type MeasuredCall, measuredCalls } from './api/calls.ts'
import type { Load, Loaded } from './api/load.ts'
import { noteServers } from './generation/note-server.ts'
import { startDatabase } from './recording-server/database.ts'
import { cpuSeconds } from './recording-server/streams.ts'

const connections = 50
/** Number of database connections of the bare server, as many as the product's server has. */
const databaseConnections = 20
/** Number of measurements. The servers take turns, so that other work of the machine affects both. */
const rounds = 3
const ms = 3_000

/** Starts a script of this benchmark in its own process. */
function startScript(name: string) {
  const child = fork(fileURLToPath(new URL(`./api/${name}.ts`, import.meta.url)), { serialization: 'advanced' })
  return {
    pid: child.pid ?? 0,
    /** Sends one message and returns the response. */
    async ask<Answer>(message: object): Promise<Answer> {
      child.send(message)
      const [answer] = await once(child, 'message')
      return answer
    },
    end: () => child.kill('SIGKILL'),
  }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

interface Target {
  origin: string
  pid: number
}

async function compare(
  { name, least, requests, recorded }: MeasuredCall,
  { ours, bare, loader }: { ours: Target; bare: Target; loader: ReturnType<typeof startScript> },
): Promise<Figure> {
  const slug = name.replace(' ', '-')
  const bareRequests = requests.map((request, person) => ({ ...request, path: `/${slug}/${person}` }))
  const measure = async ({ origin, pid }: Target, of: Load['requests']) => {
    const before = cpuSeconds(pid)
    const loaded = await loader.ask<Loaded>({ origin, requests: of, connections, ms } satisfies Load)
    return { ...loaded, cpuMs: (1000 * (cpuSeconds(pid) - before)) / loaded.answers }
  }
  const both: Record<'ours' | 'bare', Loaded & { cpuMs: number }>[] = []
  // The first round is not counted, because both servers still compile their JavaScript in this round.
  for (let round = 0; round <= rounds; round++)
    both.push({ ours: await measure(ours, requests), bare: await measure(bare, bareRequests) })
  const counted = both.slice(1)
  const ratio = middle(counted.map((round) => round.ours.perSecond / round.bare.perSecond))
  const failed = counted.reduce((sum, round) => sum + round.ours.failed + round.bare.failed, 0)
  const of = (who: 'ours' | 'bare', what: 'perSecond' | 'p99Ms' | 'cpuMs') =>
    middle(counted.map((round) => round[who][what]))
  const shown = (who: 'ours' | 'bare') =>
    `${of(who, 'perSecond').toFixed(0)} a second (p99 ${of(who, 'p99Ms').toFixed(0)} ms, ${of(who, 'cpuMs').toFixed(2)} ms of processor each)`
  const statements = recorded[0]?.length ?? 0
  return {
    measure: `${name}, ${statements} statements, ${connections} connections`,
    figure: `${shown('ours')} beside ${shown('bare')}: ${ratio.toFixed(2)} ×${failed === 0 ? '' : `; ${failed} answers failed`}; load ${loadavg()[0]?.toFixed(1)}`,
    limit: `at least ${least} × of a server that only runs the same statements`,
    holds: ratio >= least && failed === 0,
  }
}

/**
 * Measures how many calls per second the server answers, compared with a server that only runs the same database
 * statements.
 */
export const bench: Bench = async () => {
  const database = await startDatabase()
  const [bare, loader] = [startScript('bare-server'), startScript('load')]
  const servers = await noteServers(database, 'http://127.0.0.1:1/v1')
  try {
    const calls = await measuredCalls(database)
    const ours = await servers.start()
    try {
      const entries = calls.map(({ name, recorded: people, answer }) => [name.replace(' ', '-'), { people, answer }])
      const work: BareWork = { url: database.url, connections: databaseConnections, calls: Object.fromEntries(entries) }
      const at = {
        ours: { origin: ours.url, pid: ours.child.pid ?? 0 },
        bare: { origin: `http://127.0.0.1:${await bare.ask<number>(work)}`, pid: bare.pid },
        loader,
      }
      const figures: Figure[] = []
      for (const call of calls) figures.push(await compare(call, at))
      return figures
    } finally {
      await ours.kill('SIGKILL')
    }
  } finally {
    bare.end()
    loader.end()
    await servers.close()
    await database.close()
  }
}
