import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { describeFailure } from '../../problem.ts'
import type { Database, Store } from '../../store/index.ts'
import { outputs } from '../../store/schema/index.ts'

const renewMs = 2_000
/** A lease is the database's time, so servers whose clocks differ agree on it (design §6). */
const untilThen = sql`now() + interval '6 seconds'`
const isOver = or(isNull(outputs.leaseUntil), lt(outputs.leaseUntil, sql`now()`))

/** Another server writes this note now, or it is gone: nothing of ours may be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The right to write one output, until it is released or another server takes it. */
export interface Lease {
  outputId: string
  row: typeof outputs.$inferSelect
  /** Aborted once the lease is lost. */
  signal: AbortSignal
  /** Names the row only while it is ours: the guard of every write. */
  isMine: ReturnType<typeof and>
  /** Stops renewing. */
  close(): void
}

/** Takes the lease of an output nobody writes now; null where somebody does, or where there is nothing to write. */
export async function claim(store: Store, outputId: string, log: Logger): Promise<Lease | null> {
  const owner = randomUUID()
  const [row] = await store.database
    .update(outputs)
    .set({ leaseOwner: owner, leaseUntil: untilThen, attempt: sql`${outputs.attempt} + 1` })
    .where(and(eq(outputs.id, outputId), eq(outputs.status, 'generating'), isOver))
    .returning()
  if (row === undefined) return null

  const isMine = and(eq(outputs.id, outputId), eq(outputs.leaseOwner, owner), eq(outputs.status, 'generating'))
  const lost = new AbortController()
  let closed = false
  const timer = setTimeout(async () => {
    try {
      const [mine] = await store.database
        .update(outputs)
        .set({ leaseUntil: untilThen })
        .where(isMine)
        .returning({ id: outputs.id })
      if (mine === undefined && !closed) lost.abort(new LeaseLost('The lease of this output is lost.'))
    } catch (error) {
      // The database is away, for every server alike; whoever renews or claims first goes on.
      log.warn({ outputId, ...describeFailure(error) }, 'a lease was not renewed')
    }
    if (!closed && !lost.signal.aborted) timer.refresh()
  }, renewMs)
  return {
    outputId,
    row,
    signal: lost.signal,
    isMine,
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Gives the note to whoever comes next, at once. */
export async function release(database: Database, lease: Lease): Promise<void> {
  await database.update(outputs).set({ leaseOwner: null, leaseUntil: sql`now()` }).where(lease.isMine)
}

/** Outputs whose writing nobody pursues: their server died, or their job was lost on the way. */
export async function findAbandoned(database: Database, atMost: number): Promise<string[]> {
  const neverTaken = and(isNull(outputs.leaseUntil), lt(outputs.createdAt, sql`now() - interval '6 seconds'`))
  const rows = await database
    .select({ id: outputs.id })
    .from(outputs)
    .where(and(eq(outputs.status, 'generating'), or(lt(outputs.leaseUntil, sql`now()`), neverTaken)))
    .orderBy(outputs.createdAt)
    .limit(atMost)
  return rows.map(({ id }) => id)
}
