import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { describeFailure, isDatabaseAway } from '../../problem.ts'
import { type Database, notify, type Store } from '../../store/index.ts'

const renewMs = 2_000
/**
 * The end of a lease that is taken or renewed now. It uses the clock of the database, so that differences between the
 * clocks of the servers have no effect (product 10.10).
 */
const untilThen = sql`now() + interval '6 seconds'`

/**
 * A table whose rows are processed by a job. The status of a row is `generating` until a server has finished the work.
 */
export type LeasedTable = PgTable &
  Record<'id' | 'status' | 'leaseOwner' | 'leaseUntil' | 'attempt' | 'createdAt', PgColumn>

/** Thrown if another server has taken the lease, or if the row was deleted. This server must not write to the row. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
  constructor() {
    super('The lease of this row is lost.')
  }
}

/** The right of this server to process one row, until the lease is released or lost. */
export interface Lease<Row = unknown> {
  id: string
  row: Row
  signal: AbortSignal
  isMine: SQL | undefined
  close(): void
}

// `values` must contain columns of the table. Drizzle can check this only for a concrete table, so the type is cast.
const setting = <Table extends LeasedTable>(values: Record<string, unknown>) => values as PgUpdateSetSource<Table>

/**
 * Takes the lease of a row. Returns null if the present lease or pause of the row has not ended (`leaseUntil` is in the
 * future), or if there is no such row with the status `generating`.
 */
export async function claim<Table extends LeasedTable>(
  store: Store,
  table: Table,
  id: string,
  log: Logger,
): Promise<Lease<Table['$inferSelect']> | null> {
  const owner = randomUUID()
  const isOver = or(isNull(table.leaseUntil), lt(table.leaseUntil, sql`now()`))
  const rows = await store.database
    .update(table)
    .set(setting<Table>({ leaseOwner: owner, leaseUntil: untilThen, attempt: sql`${table.attempt} + 1` }))
    .where(and(eq(table.id, id), eq(table.status, 'generating'), isOver))
    .returning()
  const [row] = rows as Table['$inferSelect'][]
  if (row === undefined) return null

  const isMine = and(eq(table.id, id), eq(table.leaseOwner, owner), eq(table.status, 'generating'))
  const lossAbort = new AbortController()
  let isClosed = false
  const timer = setTimeout(async () => {
    try {
      const rows = await store.database
        .update(table)
        .set(setting<Table>({ leaseUntil: untilThen }))
        .where(isMine)
      if (rows.rowCount === 0 && !isClosed) lossAbort.abort(new LeaseLost())
    } catch (error) {
      // If the database is unavailable, no server can take the lease either. When it is available again, this server
      // renews the lease, or another server takes it.
      log.warn({ rowId: id, ...describeFailure(error) }, 'a lease was not renewed')
    }
    if (!isClosed && !lossAbort.signal.aborted) timer.refresh()
  }, renewMs)
  return {
    id,
    row,
    signal: lossAbort.signal,
    isMine,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

export const release = <Table extends LeasedTable>(database: Database, table: Table, lease: Lease): Promise<void> =>
  putOff(database, table, lease, sql`interval '0'`)

/**
 * Takes back the count of an attempt that was interrupted. Otherwise, several restarts or a slow machine could use up all
 * attempts of a job that can be done. Also applies if another server has taken the row meanwhile.
 */
export async function uncount<Table extends LeasedTable>(
  database: Database,
  table: Table,
  id: string,
  uncounted: Record<string, unknown>,
): Promise<void> {
  await database
    .update(table)
    .set(setting<Table>(uncounted))
    .where(and(eq(table.id, id), eq(table.status, 'generating')))
}

/** Releases the lease, but no server takes the row again before `pause`, an interval of PostgreSQL, has passed. */
export async function putOff<Table extends LeasedTable>(
  database: Database,
  table: Table,
  lease: Lease,
  pause: SQL,
): Promise<void> {
  await database
    .update(table)
    .set(setting<Table>({ leaseOwner: null, leaseUntil: sql`now() + ${pause}` }))
    .where(lease.isMine)
}

/**
 * Ends a job without a result. In one transaction, writes `values` to the row, releases the lease, and notifies the
 * clients that follow the row. `also` runs in the same transaction. Throws LeaseLost if this server no longer holds the
 * lease.
 */
export async function endWith<Table extends LeasedTable>(
  { database }: Store,
  table: Table,
  lease: Lease,
  values: Partial<Table['$inferInsert']>,
  also?: (tx: Database) => Promise<void>,
): Promise<void> {
  const endValues = { ...values, leaseOwner: null, leaseUntil: null, updatedAt: sql`now()` }
  await database.transaction(async (tx) => {
    const { rowCount } = await tx.update(table).set(setting<Table>(endValues)).where(lease.isMine)
    if (rowCount === 0) throw new LeaseLost()
    await also?.(tx)
    await notify(tx, lease.id)
  })
}

/**
 * True if the error does not come from the work itself: this server is stopping, it has lost the lease, or the database
 * is unavailable. The row must then stay for another attempt.
 */
export const isInterrupted = (error: unknown, lease: Lease, closing: AbortSignal): boolean =>
  closing.aborted || lease.signal.aborted || isDatabaseAway(error)

/**
 * Returns the ids of unfinished rows that no server processes: their lease has expired, because their server stopped or
 * released the row. The job of a row that never had a lease is normally still in its queue. If such a row is older than
 * 5 minutes, its job counts as lost, and the id of the row is returned too.
 */
export async function findAbandoned(database: Database, table: LeasedTable, atMost: number): Promise<string[]> {
  const isLost = and(isNull(table.leaseUntil), lt(table.createdAt, sql`now() - interval '5 minutes'`))
  const rows = await database
    .select({ id: sql<string>`${table.id}` })
    .from(table as PgTable)
    .where(and(eq(table.status, 'generating'), or(lt(table.leaseUntil, sql`now()`), isLost)))
    .orderBy(table.createdAt)
    .limit(atMost)
  return rows.map(({ id }) => id)
}
