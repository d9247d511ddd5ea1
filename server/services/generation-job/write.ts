import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Output, Result } from '../../../lib/contracts/index.ts'
import { notify, type Store, type Transaction } from '../../store/index.ts'
import { outputEvents, outputs, usage } from '../../store/schema/index.ts'
import { type Lease, LeaseLost } from '../jobs/index.ts'
import { sealedOutput } from '../reports/sealed.ts'

/** The right to write one note. */
export type OutputLease = Lease<typeof outputs.$inferSelect>

/** Locks the row while it is ours; throws LeaseLost otherwise. */
async function hold(tx: Transaction, lease: OutputLease): Promise<void> {
  const [mine] = await tx.select({ id: outputs.id }).from(outputs).where(lease.isMine).for('update')
  if (mine === undefined) throw new LeaseLost()
}

/** Keeps one result as it comes and wakes those who follow. */
export async function keepResult(store: Store, lease: OutputLease, sequence: number, result: Result): Promise<void> {
  const at = { outputId: lease.id, attempt: lease.row.attempt, sequence }
  await store.database.transaction(async (tx) => {
    await hold(tx, lease)
    await tx.insert(outputEvents).values({ ...at, result: sealedOutput(store.encryption).sealEvent(at, result) })
    await notify(tx, lease.id)
  })
}

/** The note is written: content, status and the one credit it costs, all or nothing. */
export async function keepOutput(
  store: Store,
  lease: OutputLease,
  output: Output,
  credit: 'document' | 'session',
): Promise<void> {
  const content = sealedOutput(store.encryption).sealContent(lease.id, output)
  await store.database.transaction(async (tx) => {
    const [mine] = await tx
      .update(outputs)
      .set({
        status: 'ready',
        statusText: null,
        content,
        source: null,
        leaseOwner: null,
        leaseUntil: null,
        updatedAt: sql`now()`,
      })
      .where(lease.isMine)
      .returning()
    if (mine === undefined) throw new LeaseLost()
    const { userId, directoryId, customerId, customerUserId } = mine
    await tx
      .insert(usage)
      .values({ id: randomUUID(), userId, directoryId, customerId, customerUserId, kind: credit, outputId: mine.id })
      .onConflictDoNothing()
    await notify(tx, lease.id)
  })
}

/** The note will not be written; `statusText` tells the person why, in plain words. */
export async function keepFailure(store: Store, lease: OutputLease, statusText: string): Promise<void> {
  await store.database.transaction(async (tx) => {
    const [mine] = await tx
      .update(outputs)
      .set({ status: 'failed', statusText, source: null, leaseOwner: null, leaseUntil: null, updatedAt: sql`now()` })
      .where(lease.isMine)
      .returning({ id: outputs.id })
    if (mine === undefined) throw new LeaseLost()
    await notify(tx, lease.id)
  })
}
