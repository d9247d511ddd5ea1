import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Output, Result } from '../../../lib/contracts/index.ts'
import { notify, type Store, type Transaction } from '../../store/index.ts'
import { outputChanges, outputEvents, outputs, usage, users } from '../../store/schema/index.ts'
import { type Lease, LeaseLost } from '../jobs/index.ts'
import { changedValues } from '../reports/change.ts'
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

/** What a written row no longer needs. */
const released = { source: null, leaseOwner: null, leaseUntil: null, updatedAt: sql`now()` }

/** The note is written: content, status and the one credit it costs, all or nothing. `statusText` says why fields are unanswered. */
export async function keepOutput(
  store: Store,
  lease: OutputLease,
  { content, statusText, credit }: { content: Output; statusText: string | null; credit: 'document' | 'session' },
): Promise<void> {
  const sealed = sealedOutput(store.encryption).sealContent(lease.id, content)
  await store.database.transaction(async (tx) => {
    const [mine] = await tx
      .update(outputs)
      .set({ status: 'ready', statusText, content: sealed, ...released })
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

/** Fields of a written note were asked for again and answered: content, version and history, all or nothing. No credit. */
export async function keepMore(
  store: Store,
  lease: OutputLease,
  { before, content, statusText }: { before: Output; content: Output; statusText: string | null },
): Promise<void> {
  const sealed = sealedOutput(store.encryption)
  await store.database.transaction(async (tx) => {
    const [mine] = await tx
      .update(outputs)
      .set({
        status: 'ready',
        statusText,
        content: sealed.sealContent(lease.id, content),
        version: sql`${outputs.version} + 1`,
        ...released,
      })
      .where(lease.isMine)
      .returning()
    if (mine === undefined) throw new LeaseLost()
    const { id, version, title, userId } = mine
    const [person] = userId === null ? [] : await tx.select().from(users).where(eq(users.id, userId))
    const changes = changedValues(sealed.openRequest(id, mine.request), before.results, content.results)
    await tx.insert(outputChanges).values({
      outputId: id,
      version,
      at: mine.updatedAt,
      by: person?.email ?? '',
      kind: 'rewritten',
      content: sealed.sealChange(id, version, {
        reason: 'Asked again for the fields without an answer.',
        changes,
        before: { title, content: before },
      }),
    })
    await notify(tx, id)
  })
}

/** Fields of a written note were asked for again and none was answered: the note stays; `statusText` tells the person why. */
export const keepUnchanged = (store: Store, lease: OutputLease, statusText: string): Promise<void> =>
  endWith(store, lease, 'ready', statusText)

/** The note will not be written; `statusText` tells the person why, in plain words. */
export const keepFailure = (store: Store, lease: OutputLease, statusText: string): Promise<void> =>
  endWith(store, lease, 'failed', statusText)

async function endWith(store: Store, lease: OutputLease, status: 'ready' | 'failed', statusText: string) {
  await store.database.transaction(async (tx) => {
    const [mine] = await tx
      .update(outputs)
      .set({ status, statusText, ...released })
      .where(lease.isMine)
      .returning({ id: outputs.id })
    if (mine === undefined) throw new LeaseLost()
    await notify(tx, lease.id)
  })
}
