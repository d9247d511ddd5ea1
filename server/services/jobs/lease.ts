import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { describeFailure } from '../../problem.ts'
import type { Database, Store } from '../../store/index.ts'

const renewMs = 2_000
/** A lease is the database's time, so servers whose clocks differ agree on it (design §6). */
const untilThen = sql`now() + interval '6 seconds'`
const atOnce = sql`now()`

/** A table whose rows are made by a job: `generating` until one server has made them. */
export type LeasedTable = PgTable &
  Record<'id' | 'status' | 'leaseOwner' | 'leaseUntil' | 'attempt' | 'createdAt', PgColumn>

/** Another server writes this row now, or it is gone: nothing of ours may be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
  constructor() {
    super('The lease of this row is lost.')
  }
}

/** The right to write one row, until it is released or another server takes it. */
export interface Lease<Row = unknown> {
  id: string
  row: Row
  /** Aborted once the lease is lost. */
  signal: AbortSignal
  /** Names the row only while it is ours: the guard of every write. */
  isMine: SQL | undefined
  /** Stops renewing. */
  close(): void
}

// The columns are known to be there; drizzle can say so only of one table at a time.
const setting = <Table extends LeasedTable>(values: Record<string, unknown>) => values as PgUpdateSetSource<Table>

/** Takes the lease of a row nobody writes now; null where somebody does, or where there is nothing to write. */
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
  const lost = new AbortController()
  let closed = false
  const timer = setTimeout(async () => {
    try {
      const renewed = await store.database
        .update(table)
        .set(setting<Table>({ leaseUntil: untilThen }))
        .where(isMine)
      if (renewed.rowCount === 0 && !closed) lost.abort(new LeaseLost())
    } catch (error) {
      // The database is away, for every server alike; whoever renews or claims first goes on.
      log.warn({ rowId: id, ...describeFailure(error) }, 'a lease was not renewed')
    }
    if (!closed && !lost.signal.aborted) timer.refresh()
  }, renewMs)
  return {
    id,
    row,
    signal: lost.signal,
    isMine,
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Gives the row to whoever comes next, at once. */
export async function release<Table extends LeasedTable>(
  database: Database,
  table: Table,
  lease: Lease,
): Promise<void> {
  await database
    .update(table)
    .set(setting<Table>({ leaseOwner: null, leaseUntil: atOnce }))
    .where(lease.isMine)
}

/** Rows whose writing nobody pursues: their server died, or their job was lost on the way. */
export async function findAbandoned(database: Database, table: LeasedTable, atMost: number): Promise<string[]> {
  const neverTaken = and(isNull(table.leaseUntil), lt(table.createdAt, sql`now() - interval '6 seconds'`))
  const rows = await database
    .select({ id: sql<string>`${table.id}` })
    .from(table as PgTable)
    .where(and(eq(table.status, 'generating'), or(lt(table.leaseUntil, sql`now()`), neverTaken)))
    .orderBy(table.createdAt)
    .limit(atMost)
  return rows.map(({ id }) => id)
}
