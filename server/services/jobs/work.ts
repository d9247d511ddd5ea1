import { setTimeout as pause } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { describeFailure, isDatabaseAway } from '../../problem.ts'
import type { Database, Store } from '../../store/index.ts'
import {
  claim,
  findAbandoned,
  isInterrupted,
  type Lease,
  type LeasedTable,
  LeaseLost,
  release,
  uncount,
} from './lease.ts'

/**
 * Maximum number of attempts of a job whose text analysis takes too long or makes its thread stop. There is a second
 * attempt, because the machine may have been busy during the first attempt.
 */
export const readAttemptsMax = 2

export class AgainAtOnce extends Error {
  override name = 'AgainAtOnce'
  constructor(cause: Error) {
    super('This job is tried again.', { cause })
  }
}

export interface Begun {
  /**
   * True if this or another server holds the lease, or if the row needs no work any more. The job can then leave its
   * queue: if the server that holds the lease stops, other servers find the row by its lease. False if the database was
   * unavailable: the job must stay in its queue.
   */
  isLeased: Promise<boolean>
  done: Promise<void>
}

export interface Work {
  queue: string
  atOnce: number
  /** Begins to process one row, unless another server processes it. */
  begin(id: string, closing: AbortSignal): Begun
  findAbandoned(database: Database, atMost: number): Promise<string[]>
}

export interface WorkOn<Table extends LeasedTable> {
  queue: string
  atOnce: number
  table: Table
  store: Store
  log: Logger
  make(lease: Lease<Table['$inferSelect']>, closing: AbortSignal): Promise<void>
  /** What an interrupted attempt changes in its row, so that it does not count. Absent: `attempt` decreases. */
  uncounted?: Partial<Record<keyof Table['$inferSelect'], SQL>>
}

export function workOn<Table extends LeasedTable>({
  queue,
  atOnce,
  table,
  store,
  log,
  make,
  uncounted = { attempt: sql`greatest(${table.attempt} - 1, 0)` } as NonNullable<WorkOn<Table>['uncounted']>,
}: WorkOn<Table>): Work {
  return {
    queue,
    atOnce,
    findAbandoned: (database, atMost) => findAbandoned(database, table, atMost),
    begin(id, closing) {
      const claiming = claim(store, table, id, log)
      return {
        isLeased: claiming.then(
          () => true,
          () => false,
        ),
        done: work(id, claiming, closing),
      }
    },
  }

  async function work(
    id: string,
    claiming: Promise<Lease<Table['$inferSelect']> | null>,
    closing: AbortSignal,
  ): Promise<void> {
    let lease: Lease<Table['$inferSelect']> | null = null
    try {
      lease = await claiming
      if (lease !== null) await make(lease, closing)
    } catch (error) {
      if (lease !== null && (error instanceof LeaseLost || isInterrupted(error, lease, closing)))
        await patiently(() => uncount(store.database, table, id, uncounted), closing).catch(() => {})
      if (error instanceof LeaseLost) log.info({ rowId: id, queue }, 'another server took this job over')
      else {
        if (!closing.aborted || lease === null)
          log.warn({ rowId: id, queue, ...describeFailure(error) }, 'a job was left for another attempt')
        // If the server is closing, or if `make` wants another attempt at once, the lease is released, and the next
        // attempt begins immediately. After other errors, for example if the database is unavailable, the next attempt
        // begins when the lease has expired.
        if (lease !== null && (closing.aborted || error instanceof AgainAtOnce))
          await release(store.database, table, lease).catch(() => {})
      }
    } finally {
      lease?.close()
    }
  }
}

const patienceMs = 60_000
const patientPauseMs = 500

/**
 * Calls `work`. If the database is unavailable, calls `work` again for up to 60 s, so that a finished result is not
 * lost when the database restarts.
 */
export async function patiently(work: () => Promise<void>, closing: AbortSignal): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || closing.aborted || Date.now() > giveUpAt) throw error
      await pause(patientPauseMs)
    }
  }
}
