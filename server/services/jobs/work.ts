import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeFailure, isDatabaseAway } from '../../problem.ts'
import type { Database, Store } from '../../store/index.ts'
import { claim, findAbandoned, type Lease, type LeasedTable, LeaseLost, release } from './lease.ts'

/** How often words are read that ended their thread: once more, because a machine that was busy may have been the cause. */
export const readAttemptsMax = 2

/** Thrown by `make` to have the row made anew at once, as the next attempt. The cause says why. */
export class AgainAtOnce extends Error {
  override name = 'AgainAtOnce'
  constructor(cause: Error) {
    super('This job is tried again.', { cause })
  }
}

/** One kind of job: a queue, and what is done for the row a job names. */
export interface Work {
  queue: string
  /** Does what is to be done for one row, if nobody else does it. Never throws. */
  run(id: string, closing: AbortSignal): Promise<void>
  /** Rows that nobody pursues. */
  findAbandoned(database: Database, atMost: number): Promise<string[]>
}

export interface WorkOn<Table extends LeasedTable> {
  queue: string
  table: Table
  store: Store
  log: Logger
  /** Makes what the leased row asks for. What it throws leaves the row for another attempt. */
  make(lease: Lease<Table['$inferSelect']>, closing: AbortSignal): Promise<void>
}

/** Work on the rows of a table, each by the one server that holds its lease. */
export function workOn<Table extends LeasedTable>({ queue, table, store, log, make }: WorkOn<Table>): Work {
  return {
    queue,
    findAbandoned: (database, atMost) => findAbandoned(database, table, atMost),
    async run(id, closing) {
      let lease: Lease<Table['$inferSelect']> | null = null
      try {
        lease = await claim(store, table, id, log)
        if (lease === null) return
        await make(lease, closing)
      } catch (error) {
        if (error instanceof LeaseLost) log.info({ rowId: id, queue }, 'another server took this job over')
        else if (closing.aborted && lease !== null) await release(store.database, table, lease).catch(() => {})
        else {
          log.warn({ rowId: id, queue, ...describeFailure(error) }, 'a job was left for another attempt')
          // Otherwise the row would wait until its lease is over.
          if (error instanceof AgainAtOnce && lease !== null)
            await release(store.database, table, lease).catch(() => {})
        }
      } finally {
        lease?.close()
      }
    },
  }
}

const patienceMs = 60_000
const patientPauseMs = 500

/** Finished work is worth waiting for a database that restarts. */
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
