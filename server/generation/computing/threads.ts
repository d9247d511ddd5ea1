import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { fairQueue, onBehalfOf } from '../../fair-queue.ts'
import type { Draft } from '../draft.ts'
import { type Computing, ComputingFailedError } from './computing.ts'
import type { Answer, Asked, Begun, Task, WorkerMessage } from './messages.ts'

/** A pool of threads that analyse sessions, so that a long analysis does not block the server. */
export interface Threads {
  /**
   * `owner`: the person or customer for whom the threads work. Owners take turns. If the work exceeds the time limit, its
   * thread is terminated.
   */
  open(owner: string): Computing
  close(): Promise<void>
}

const idleMs = 60_000
const largeFrom = 100_000
const memoryMaxMb = 512

/** A thread is also late if it takes this many times its limit by the clock. */
const wallShare = 10

class ReadingError extends Error {
  constructor({ name, stack }: Extract<Answer, { ok: false }>) {
    super('Reading failed.')
    this.name = name
    this.stack = `${name}\n${stack}`
  }
}

/**
 * `limitMs`: processor time that one note, layout or call may use in threads. Time in which a busy machine lets a thread
 * wait does not count.
 */
export function openThreads(limitMs: number): Threads {
  const poolOf = (maxThreads: number, niceIncrement: number) =>
    new Piscina<Task, Answer>({
      filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
      niceIncrement,
      taskQueue: fairQueue(),
    })
  // One core answers requests. Large work has threads of its own, so that a short note never waits for it. All threads
  // get a lower priority than the main thread, which answers requests and receives audio.
  const others = availableParallelism() - 1
  const largeThreads = Math.max(1, Math.floor(others / 4))
  const small = poolOf(Math.max(1, others - largeThreads), 5)
  const large = poolOf(largeThreads, 10)

  return {
    open: (owner) => computing((call) => (isLarge(call.input) ? large : small), owner, limitMs),
    close: async () => {
      await Promise.all([small.destroy(), large.destroy()])
    },
  }
}

/** True if the texts of a value have `largeFrom` characters. */
function isLarge(value: unknown): boolean {
  let length = 0
  const left = [value]
  for (let one = left.pop(); one !== undefined || left.length > 0; one = left.pop()) {
    if (typeof one === 'string') length += one.length
    else if (typeof one === 'object' && one !== null) left.push(...Object.values(one))
    if (length >= largeFrom) return true
  }
  return false
}

function computing(poolFor: (asked: Asked) => Piscina<Task, Answer>, owner: string, limitMs: number): Computing {
  let leftMs = limitMs

  async function run(call: Asked, signal: AbortSignal, onDraft: (draft: Draft) => void): Promise<unknown> {
    signal.throwIfAborted()
    if (leftMs <= 0) throw new ComputingFailedError('late')
    const { port1: ownPort, port2: workerPort } = new MessageChannel()
    const late = new AbortController()
    const pool = poolFor(call)
    const timers = new Set<NodeJS.Timeout>()
    const after = (ms: number, act: () => void) => timers.add(setTimeout(act, ms))
    async function look(begun: Begun): Promise<void> {
      const worker = pool.threads.find(({ threadId }) => threadId === begun.threadId)
      const used = await worker?.cpuUsage().catch(() => undefined)
      if (isEnded || used === undefined) return
      const remainingMs = leftMs - ((used.user + used.system) / 1000 - begun.cpuMs)
      if (remainingMs <= 0) late.abort()
      else after(remainingMs, () => look(begun))
    }
    let isEnded = false
    const take = (posted: WorkerMessage) => {
      if (posted.type === 'draft') return onDraft(posted.draft)
      after(leftMs, () => look(posted))
      after(leftMs * wallShare, () => late.abort())
    }
    ownPort.on('message', take)
    try {
      const answer = await pool.run(
        { asked: call, port: workerPort, ...onBehalfOf(owner) },
        { transferList: [workerPort], signal: AbortSignal.any([signal, late.signal]) },
      )
      // Messages that the thread sent before its answer may still be queued in the port.
      for (let next = receiveMessageOnPort(ownPort); next !== undefined; next = receiveMessageOnPort(ownPort))
        if (next.message.type === 'draft') take(next.message as WorkerMessage)
      leftMs -= answer.cpuMs
      if (answer.ok) return answer.value
      throw new ReadingError(answer)
    } catch (error) {
      signal.throwIfAborted()
      if (late.signal.aborted) {
        leftMs = 0
        throw new ComputingFailedError('late', { cause: error })
      }
      if (error instanceof ReadingError) throw error
      throw new ComputingFailedError('died', { cause: error })
    } finally {
      isEnded = true
      for (const timer of timers) clearTimeout(timer)
      ownPort.close()
    }
  }

  return {
    read: (name, input, signal) => run({ name, input }, signal, () => {}) as Promise<never>,
    async *write(request, signal) {
      const drafts: Draft[] = []
      let wake = Promise.withResolvers<void>()
      let isEnded = false
      const running = run({ name: 'write', input: request }, signal, (draft) => {
        drafts.push(draft)
        wake.resolve()
      }).finally(() => {
        isEnded = true
        wake.resolve()
      })
      running.catch(() => {})
      for (;;) {
        for (let draft = drafts.shift(); draft !== undefined; draft = drafts.shift()) yield draft
        if (isEnded) break
        await wake.promise
        wake = Promise.withResolvers()
      }
      await running
    },
  }
}
