import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { socketPath } from '../../lib/contracts/index.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { recordNumbered } from './numbered-recording.ts'
import { compiled } from './served.ts'

/** A server in its own process. */
export interface ServerProcess {
  port: number
  child: ChildProcess
  /** Kills the process at once, so that it can neither send nor store anything more. */
  kill(): void
}

/** Starts a recording server and waits until it listens. */
export async function spawnRecordingServer(
  store: { url: string; key: Buffer },
  speed: number,
  engine: 'numbered' | 'scripted' = 'numbered',
): Promise<ServerProcess> {
  const script = fileURLToPath(new URL('./killable-server.ts', import.meta.url))
  const args = [
    script,
    '--database',
    store.url,
    '--key',
    store.key.toString('base64'),
    '--speed',
    String(speed),
    '--engine',
    engine,
  ]
  const child = spawn(process.execPath, ['--expose-gc', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...compiled },
  })
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The server process ended with ${code}.`)
    }),
  ])) as [Buffer]
  return { port: Number(String(line).trim()), child, kill: () => child.kill('SIGKILL') }
}

export interface Killing {
  store: { url: string; key: Buffer }
  /** The id of the take's owner. */
  userId: string
  seconds: number
  speed: number
  /**
   * Returns a random number from 0 to 1. The recording is divided into `kills` + 1 equal periods, with one kill in each
   * period except the last. The number is the moment of the kill as a share of its period.
   */
  random: () => number
  kills: number
}

/**
 * Records while the server is killed repeatedly at random moments. Before each kill, another server on the same
 * database is ready. Returns the id of the take, the numbers of connections and kills, and for each kill the time in ms
 * until the client was ready on the next server (`resumeMs`).
 */
export async function recordThroughKills({ store, userId, seconds, speed, random, kills }: Killing) {
  const resumeMs: number[] = []
  let current = await spawnRecordingServer(store, speed)
  let spare = spawnRecordingServer(store, speed)
  const proxy = await startFaultProxy(current.port)
  let openedAt: number | null = null
  let killing: Promise<void> = Promise.resolve()
  let done = 0

  const killOnce = async () => {
    const next = await spare
    proxy.setTarget(next.port)
    current.kill()
    openedAt = performance.now()
    current = next
    spare = spawnRecordingServer(store, speed)
    done++
  }
  const stretchS = seconds / (kills + 1)
  const moments = Array.from({ length: kills }, (_, index) => (index + random()) * stretchS)
  try {
    const { transactionId, connections } = await recordNumbered({
      url: `ws://127.0.0.1:${proxy.port}${socketPath}`,
      ticket: async () => null,
      authorization: userId,
      seconds,
      speed,
      onReady() {
        if (openedAt === null) return
        resumeMs.push(performance.now() - openedAt)
        openedAt = null
      },
      eachSecond(second) {
        const due = moments.findIndex((moment) => moment < second + 1)
        if (due < 0) return
        const [moment] = moments.splice(due, 1)
        const waitMs = (((moment ?? second) - second) * 1000) / speed
        killing = killing
          .then(() => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, waitMs))))
          .then(killOnce)
      },
    })
    await killing
    return { transactionId, connections, resumeMs, kills: done }
  } finally {
    await killing.catch(() => {})
    current.kill()
    await spare.then((one) => one.kill()).catch(() => {})
    await proxy.close()
  }
}
