import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { describeFailure } from '../../problem.ts'
import type { Database, Store } from '../../store/index.ts'
import type { Work } from './work.ts'

export { endWith, isInterrupted, type Lease, LeaseLost, putOff } from './lease.ts'
export { AgainAtOnce, patiently, readAttemptsMax, type Work, workOn } from './work.ts'

const atOnce = 4
const sweepMs = 2_000
const stopWithinMs = 5_000
const tellEveryMs = 10_000

/**
 * Durable jobs. Each row is processed by one server at a time, and continued by another if that server dies
 * (product 10.10).
 */
export interface Jobs<
  Queue extends string = 'generation' | 'layouts' | 'transcript-files' | 'messages' | 'subscriptions',
> {
  /** Enqueues a job. Call it in the transaction that inserts the row, so that both or neither are stored. */
  enqueue(database: Database, queue: Queue, id: string): Promise<void>
  start(): Promise<void>
  /** Aborts the running jobs and releases their leases, so that another server continues. */
  stop(): Promise<void>
}

/**
 * pg-boss only wakes a worker; the lease on the row decides which server does the work. A sweep every 2 s finds rows
 * whose job was lost or whose server died.
 */
export function createJobs({ store, log, works }: { store: Store; log: Logger; works: readonly Work[] }): Jobs {
  const boss = new PgBoss({ connectionString: store.url, max: 3, useListenNotify: true })
  let lastToldAt = 0
  boss.on('error', (error) => {
    // While the database is unavailable, every worker reports errors repeatedly. Limit the log entries.
    if (Date.now() - lastToldAt < tellEveryMs) return
    lastToldAt = Date.now()
    log.warn(describeFailure(error), 'the job queue met an error')
  })
  boss.on('warning', () => log.warn('the job queue is slow'))
  const closing = new AbortController()
  const running = new Map<string, { work: Work; done: Promise<void> }>()

  function run(work: Work, id: string): Promise<void> {
    const mine = running.get(id) ?? { work, done: work.run(id, closing.signal).finally(() => running.delete(id)) }
    running.set(id, mine)
    return mine.done
  }

  let sweeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  async function sweep(): Promise<void> {
    try {
      for (const work of works) {
        // Counted for each type of job. Otherwise mails that wait for a silent mail server would hold up notes.
        const free = atOnce - [...running.values()].filter((one) => one.work === work).length
        if (free <= 0) continue
        for (const id of await work.findAbandoned(store.database, free)) void run(work, id)
      }
    } catch (error) {
      log.warn(describeFailure(error), 'abandoned work was not looked for')
    }
  }

  async function listenTo(work: Work): Promise<void> {
    await boss.createQueue(work.queue, { notify: true, retryLimit: 2, deleteAfterSeconds: 3600 })
    await boss.work<{ id: string }>(
      work.queue,
      { localConcurrency: atOnce, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
      async (jobs) => {
        for (const { data } of jobs) await run(work, data.id)
      },
    )
  }

  return {
    async enqueue(database, queue, id) {
      await boss.send(queue, { id }, { db: fromDrizzle(database, sql) })
    },
    async start() {
      await boss.start()
      for (const work of works) await listenTo(work)
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
      await Promise.all([...running.values()].map(({ done }) => done))
      await boss.stop({ graceful: true, timeout: stopWithinMs })
    },
  }
}
