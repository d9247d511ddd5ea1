import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { describeFailure } from '../../problem.ts'
import { type Database, notify, type Store } from '../../store/index.ts'
import type { Begun, Work } from './work.ts'

export { endWith, isInterrupted, type Lease, LeaseLost, putOff, uncount } from './lease.ts'
export { AgainAtOnce, patiently, readAttemptsMax, type Work, workOn } from './work.ts'

const sweepMs = 2_000
const stopWithinMs = 5_000
const tellEveryMs = 10_000
const countWithinMs = 2_000

/**
 * Durable jobs. A job processes one row of a table, on one server at a time. If this server stops before the row is
 * finished, another server processes the row (product 10.10).
 */
export interface Jobs<
  Queue extends string = 'generation' | 'layouts' | 'transcript-files' | 'messages' | 'subscriptions' | 'webhooks',
> {
  /**
   * Enqueues a job. Call it in the transaction that inserts the row, so that both or neither are stored. `share`: the
   * person or customer for whom the job runs, and how much of their work waits already. Work of those with less waiting
   * work comes first, and no owner occupies all places of a server.
   */
  enqueue(database: Database, queue: Queue, id: string, share?: Share): Promise<void>
  /** The number of jobs that this server runs, by queue. */
  running(): Record<string, number>
  start(): Promise<void>
  /** Aborts the running jobs and releases their leases, so that another server continues. */
  stop(): Promise<void>
}

export interface Share {
  owner: string
  waiting: number
}

interface Job {
  id: string
  owner?: string
}

/**
 * Time in seconds after which a job that a server has fetched may be fetched again. The server may have stopped before
 * it took the lease of the row.
 */
const fetchedForSeconds = 10
/**
 * Interval in seconds at which pg-boss returns jobs to the queue after `fetchedForSeconds`. With the default of
 * pg-boss, a note could wait a minute.
 */
const checkEverySeconds = 5

/**
 * Options of every queue. If a server has fetched a job, but cannot take the lease because the database is unavailable,
 * it returns the job to the queue with `fail`. The job can be fetched again after `retryDelay` (in seconds).
 * `retryLimit` is so high that this can happen any number of times.
 */
const queueOptions = {
  retryLimit: 1_000_000,
  retryDelay: 1,
  expireInSeconds: fetchedForSeconds,
  deleteAfterSeconds: 3600,
}

const topicOf = (queue: string): string => `jobs ${queue}`

/** Returns how many jobs wait in each queue, and for how long. Empty if the database does not answer within 2 s. */
export async function waitingJobs(
  database: Database,
): Promise<{ queue: string; jobs: number; oldestSeconds: number }[]> {
  const question = database.execute<{ queue: string; jobs: number; seconds: number }>(
    sql`select name as queue, count(*)::int as jobs, coalesce(extract(epoch from now() - min(created_on)), 0)::float as seconds from pgboss.job where state < 'active' group by name`,
  )
  const late = new Promise<null>((resolve) => setTimeout(resolve, countWithinMs, null).unref())
  const answer = await Promise.race([question, late]).catch(() => null)
  return (answer?.rows ?? []).map(({ queue, jobs, seconds }: { queue: string; jobs: number; seconds: number }) => ({
    queue,
    jobs,
    oldestSeconds: seconds,
  }))
}

/**
 * Creates the jobs of this server. pg-boss keeps the order of the waiting jobs; the lease of a row decides which server
 * processes the row. A server runs at most `atOnce` jobs of each type, and fetches no more than it can run now, so that
 * other servers can fetch the rest. Every 2 s, a server also looks for rows whose server has stopped without finishing
 * them, and continues with these rows.
 */
export function createJobs({
  store,
  log,
  works,
  isWorking = true,
}: {
  store: Store
  log: Logger
  works: readonly Work[]
  /** False on a server that only enqueues jobs, which others run. */
  isWorking?: boolean
}): Jobs {
  const boss = new PgBoss({
    connectionString: store.url,
    max: 3,
    supervise: isWorking,
    superviseIntervalSeconds: checkEverySeconds,
    monitorIntervalSeconds: checkEverySeconds,
  })
  let lastToldAt = 0
  const tell = (error: unknown, message: string) => {
    // While the database is unavailable, the same error occurs every second. So it is logged less often.
    if (Date.now() - lastToldAt < tellEveryMs) return
    lastToldAt = Date.now()
    log.warn(describeFailure(error), message)
  }
  boss.on('error', (error) => tell(error, 'the job queue met an error'))
  boss.on('warning', () => log.warn('the job queue is slow'))
  const closing = new AbortController()
  const running = new Map<string, Begun & { work: Work; owner: string | undefined }>()
  const stops: (() => void)[] = []
  let sweeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function begin(work: Work, { id, owner }: Job, whenFree: () => void): Begun {
    const jobRun = work.begin(id, closing.signal)
    running.set(id, { ...jobRun, work, owner })
    void jobRun.done.then(() => {
      running.delete(id)
      whenFree()
    })
    return jobRun
  }

  // The maximum number of running jobs applies to each type of job separately. Otherwise mails that wait for a slow
  // mail server would delay notes.
  const freePlaces = (work: Work) => work.atOnce - [...running.values()].filter((one) => one.work === work).length

  function ownersInFull(work: Work): string[] {
    const places = new Map<string, number>()
    for (const { work: jobType, owner } of running.values())
      if (jobType === work && owner !== undefined) places.set(owner, (places.get(owner) ?? 0) + 1)
    return [...places].filter(([, count]) => count >= Math.ceil((work.atOnce * 3) / 4)).map(([owner]) => owner)
  }

  function fetcher(work: Work): () => void {
    let fetching = false
    let isWoken = false
    /**
     * Removes the job from its queue as soon as its row has a lease. A job that stays in the queue would be fetched
     * again.
     */
    const take = async ({ id, data }: { id: string; data: Job }) => {
      // A failed note can be requested again while this server is still ending the earlier job of the same row. So wait
      // until that job has ended.
      for (let earlier = running.get(data.id); earlier !== undefined; earlier = running.get(data.id)) await earlier.done
      if (await begin(work, data, wake).isLeased) await boss.complete(work.queue, id)
      else await boss.fail(work.queue, id)
    }
    async function fetch() {
      for (;;) {
        const free = freePlaces(work)
        if (free <= 0 || closing.signal.aborted) return
        isWoken = false
        const batchSize = Math.min(free, Math.ceil(work.atOnce / 4))
        const jobs = await boss.fetch<Job>(work.queue, { batchSize, ignoreGroups: ownersInFull(work) })
        for (const job of jobs)
          take(job).catch((error: unknown) => tell(error, 'a job that was taken was not removed from its queue'))
        if (jobs.length === 0 && !isWoken) return
      }
    }
    function wake() {
      isWoken = true
      if (fetching || closing.signal.aborted) return
      fetching = true
      fetch()
        .catch((error: unknown) => tell(error, 'waiting jobs were not fetched'))
        .finally(() => {
          fetching = false
        })
    }
    return wake
  }
  const fetchers = works.map((work) => ({ work, wake: fetcher(work) }))

  async function sweep(): Promise<void> {
    try {
      for (const { work, wake } of fetchers) {
        const free = freePlaces(work)
        const abandoned = free > 0 ? await work.findAbandoned(store.database, free) : []
        for (const id of abandoned) if (!running.has(id)) begin(work, { id }, wake)
        // A notification may have been missed. So the regular search for abandoned rows also fetches waiting jobs.
        wake()
      }
    } catch (error) {
      tell(error, 'abandoned work was not looked for')
    }
  }

  return {
    async enqueue(database, queue, id, share) {
      const data: Job = { id, ...(share === undefined ? {} : { owner: share.owner }) }
      const order = share === undefined ? {} : { group: { id: share.owner }, priority: -share.waiting }
      await boss.send(queue, data, { db: fromDrizzle(database, sql), ...order })
      await notify(database, topicOf(queue))
    },
    running() {
      const counts = Object.fromEntries(works.map(({ queue }) => [queue, 0]))
      for (const { work } of running.values()) counts[work.queue] = (counts[work.queue] ?? 0) + 1
      return counts
    },
    async start() {
      await boss.start()
      for (const { work, wake } of fetchers) {
        await boss.createQueue(work.queue)
        await boss.updateQueue(work.queue, queueOptions)
        if (!isWorking) continue
        stops.push(store.notifications.listen(topicOf(work.queue), wake))
        wake()
      }
      if (!isWorking) return
      timer = setTimeout(() => {
        sweeping = sweep().finally(() => {
          if (!closing.signal.aborted) timer?.refresh()
        })
      }, sweepMs)
    },
    async stop() {
      closing.abort(new Error('The server is closing.'))
      for (const stop of stops) stop()
      clearTimeout(timer)
      await sweeping
      await Promise.all([...running.values()].map(({ done }) => done))
      await boss.stop({ graceful: true, timeout: stopWithinMs })
    },
  }
}
