import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { describeFailure } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { findAbandoned } from './lease.ts'
import { type GenerationDeps, runGeneration } from './run.ts'

export type { Generate, GenerationDeps } from './run.ts'

const queue = 'generation'
const atOnce = 4
const sweepMs = 2_000
const stopWithinMs = 5_000
const tellEveryMs = 10_000

/** Starts the writing of notes, and sees to it that each is written by one server, whatever dies (design §6). */
export interface GenerationJobs {
  /** In the transaction that keeps the output: both or neither. */
  enqueue(database: Database, outputId: string): Promise<void>
  start(): Promise<void>
  /** Stops what runs and gives it to the next server. */
  stop(): Promise<void>
}

/**
 * pg-boss only wakes a worker; who writes is settled by the lease on the output. What pg-boss lost, or whose server
 * died, is found again by looking every 2 s.
 */
export function createGenerationJobs(deps: GenerationDeps): GenerationJobs {
  const { store, log } = deps
  const boss = new PgBoss({ connectionString: store.url, max: 3, useListenNotify: true })
  let lastToldAt = 0
  boss.on('error', (error) => {
    // While the database is away every worker of the queue says so, again and again.
    if (Date.now() - lastToldAt < tellEveryMs) return
    lastToldAt = Date.now()
    log.warn(describeFailure(error), 'the job queue met an error')
  })
  boss.on('warning', () => log.warn('the job queue is slow'))
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()

  function run(outputId: string): Promise<void> {
    const mine =
      running.get(outputId) ?? runGeneration(deps, outputId, closing.signal).finally(() => running.delete(outputId))
    running.set(outputId, mine)
    return mine
  }

  let sweeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  async function sweep(): Promise<void> {
    const free = atOnce - running.size
    if (free <= 0) return
    try {
      for (const id of await findAbandoned(store.database, free)) void run(id)
    } catch (error) {
      log.warn(describeFailure(error), 'abandoned generations were not looked for')
    }
  }

  return {
    async enqueue(database, outputId) {
      await boss.send(queue, { outputId }, { db: fromDrizzle(database, sql) })
    },
    async start() {
      await boss.start()
      await boss.createQueue(queue, { notify: true, retryLimit: 2, deleteAfterSeconds: 3600 })
      await boss.work<{ outputId: string }>(
        queue,
        { localConcurrency: atOnce, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
        async (jobs) => {
          for (const { data } of jobs) await run(data.outputId)
        },
      )
      timer = setTimeout(() => {
        sweeping = sweep().finally(() => {
          if (!closing.signal.aborted) timer?.refresh()
        })
      }, sweepMs)
    },
    async stop() {
      closing.abort(new Error('The server is closing.'))
      clearTimeout(timer)
      await sweeping
      await Promise.all(running.values())
      await boss.stop({ graceful: true, timeout: stopWithinMs })
    },
  }
}
