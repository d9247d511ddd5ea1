import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Draft } from '../draft.ts'
import { type Computing, ComputingFailedError } from './computing.ts'
import type { Answer, Asked, Task, WorkerMessage } from './messages.ts'

/** A pool of threads that analyse sessions, so that a long analysis does not block the server. */
export interface Threads {
  /** If the work exceeds the time limit, its thread is terminated. */
  open(): Computing
  close(): Promise<void>
}

const idleMs = 60_000
/** In MiB. */
const memoryMaxMb = 512

/** It has only the name and the stack, because the message may quote the session. */
class ReadingError extends Error {
  constructor({ name, stack }: Extract<Answer, { ok: false }>) {
    super('Reading failed.')
    this.name = name
    this.stack = `${name}\n${stack}`
  }
}

/** `limitMs`: time that one note, layout or call may occupy threads, without waiting for a thread or a model. */
export function openThreads(limitMs: number): Threads {
  const pool = new Piscina<Task, Answer>({
    filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    minThreads: 0,
    // One core answers requests. With two threads, a long analysis does not delay other sessions.
    maxThreads: Math.max(2, availableParallelism() - 1),
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
    // The threads get a lower priority than the main thread, which answers requests and receives audio.
    niceIncrement: 5,
  })

  return {
    open: () => computing(pool, limitMs),
    close: () => pool.destroy(),
  }
}

function computing(pool: Piscina<Task, Answer>, limitMs: number): Computing {
  let leftMs = limitMs

  async function run(asked: Asked, signal: AbortSignal, onDraft: (draft: Draft) => void): Promise<unknown> {
    signal.throwIfAborted()
    if (leftMs <= 0) throw new ComputingFailedError('late')
    const { port1: here, port2: there } = new MessageChannel()
    const late = new AbortController()
    let begunAt: number | undefined
    let timer: NodeJS.Timeout | undefined
    const take = (posted: WorkerMessage) => {
      if (posted.type === 'draft') return onDraft(posted.draft)
      begunAt = performance.now()
      timer = setTimeout(() => late.abort(), leftMs)
    }
    here.on('message', take)
    try {
      const answer = await pool.run(
        { asked, port: there },
        { transferList: [there], signal: AbortSignal.any([signal, late.signal]) },
      )
      // Messages that the thread sent before its answer may still be queued in the port.
      for (let next = receiveMessageOnPort(here); next !== undefined; next = receiveMessageOnPort(here))
        take(next.message as WorkerMessage)
      if (answer.ok) return answer.value
      throw new ReadingError(answer)
    } catch (error) {
      signal.throwIfAborted()
      if (late.signal.aborted) throw new ComputingFailedError('late', { cause: error })
      if (error instanceof ReadingError) throw error
      throw new ComputingFailedError('died', { cause: error })
    } finally {
      clearTimeout(timer)
      if (begunAt !== undefined) leftMs -= performance.now() - begunAt
      here.close()
    }
  }

  return {
    read: (name, input, signal) => run({ name, input }, signal, () => {}) as Promise<never>,
    async *write(request, signal) {
      const drafts: Draft[] = []
      let wake = Promise.withResolvers<void>()
      let ended = false
      const running = run({ name: 'write', input: request }, signal, (draft) => {
        drafts.push(draft)
        wake.resolve()
      }).finally(() => {
        ended = true
        wake.resolve()
      })
      running.catch(() => {})
      for (;;) {
        for (let draft = drafts.shift(); draft !== undefined; draft = drafts.shift()) yield draft
        if (ended) break
        await wake.promise
        wake = Promise.withResolvers()
      }
      await running
    },
  }
}
