import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { socketPath } from '../../lib/contracts/index.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { recordNumbered } from './numbered-recording.ts'

/** A server in a process of its own. */
export interface ServerProcess {
  port: number
  child: ChildProcess
  /** At once, with no time to say or write anything. */
  kill(): void
}

/** Starts one and waits until it listens. */
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
  const child = spawn(process.execPath, ['--expose-gc', ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
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
  /** The id of somebody whose take it is. */
  userId: string
  seconds: number
  speed: number
  /** 0 to 1: when, within each stretch, the server is killed. */
  random: () => number
  kills: number
}

/**
 * Records while the server is killed again and again at random moments; each time another one, on the same database, is
 * there already. Answers the take and, for each kill, how long after the way to the new server was open the client was
 * ready there.
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
