import { eq, sql } from 'drizzle-orm'
import type { CreditKind, Output, Result, Spent } from '../../../lib/contracts/index.ts'
import { stillUnanswered, writerOf } from '../../../lib/report/index.ts'
import { notify, type Store, type Transaction } from '../../store/index.ts'
import { outputChanges, outputEvents, outputs, users } from '../../store/schema/index.ts'
import { countCost, countFailedOutput } from '../access/meters.ts'
import { endWith, type Lease, LeaseLost } from '../jobs/index.ts'
import { releaseCredits, useCredit } from '../licenses/credits.ts'
import { changedValues } from '../reports/change.ts'
import { type OutputProgress, sealedOutput } from '../reports/sealed.ts'
import { type Announcing, announce } from '../webhooks/index.ts'

type Deps = Pick<Announcing, 'clock' | 'jobs'> & { store: Store }

export type OutputLease = Lease<typeof outputs.$inferSelect>

/** Locks the row of the output. Throws LeaseLost if this server no longer holds the lease. */
async function hold(tx: Transaction, lease: OutputLease): Promise<void> {
  const [mine] = await tx.select({ id: outputs.id }).from(outputs).where(lease.isMine).for('update')
  if (mine === undefined) throw new LeaseLost()
}

export async function keepResult(store: Store, lease: OutputLease, sequence: number, result: Result): Promise<void> {
  const at = { outputId: lease.id, attempt: lease.row.attempt, sequence }
  await store.database.transaction(async (tx) => {
    await hold(tx, lease)
    if (sequence === 0 && lease.row.customerId !== null)
      await tx
        .update(outputs)
        .set({ firstResultAt: sql`coalesce(${outputs.firstResultAt}, now())` })
        .where(eq(outputs.id, lease.id))
    await tx.insert(outputEvents).values({ ...at, result: sealedOutput(store.encryption).sealEvent(at, result) })
    await notify(tx, lease.id)
  })
}

/** Column values that remove the lease and the data of the job from an output. They are set when the job has ended. */
const released = { source: null, progress: null, leaseOwner: null, leaseUntil: null, updatedAt: sql`now()` }

/**
 * Stores the finished note: content, status and the use of its reserved credit, in one transaction. `statusText`
 * explains why fields are unanswered. Throws LeaseLost.
 */
export async function keepOutput(
  deps: Deps,
  lease: OutputLease,
  { content, statusText, credit }: { content: Output; statusText: string | null; credit: CreditKind },
): Promise<void> {
  const { store } = deps
  const sealed = sealedOutput(store.encryption).sealContent(lease.id, content)
  await store.database.transaction(async (tx) => {
    const [mine] = await tx
      .update(outputs)
      .set({ status: 'ready', statusText, content: sealed, finishedAt: sql`now()`, ...released })
      .where(lease.isMine)
      .returning()
    if (mine === undefined) throw new LeaseLost()
    await useCredit(tx, mine, credit)
    if (mine.customerId !== null) await countCost({ ...deps, database: tx }, mine.customerId, content.spent ?? [])
    await announce({ ...deps, database: tx }, 'output.ready', [mine])
    await notify(tx, lease.id)
  })
}

/**
 * Stores the new results of fields that were generated again: content, version and history, in one transaction. Uses no
 * credit. Throws LeaseLost.
 */
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
    const unansweredIds = new Set(stillUnanswered(before))
    const writer = writerOf({
      results: content.results.filter((result) => unansweredIds.has(result.id)),
      spent: content.spent,
    })
    await tx.insert(outputChanges).values({
      outputId: id,
      version,
      at: mine.updatedAt,
      by: person?.email ?? '',
      kind: 'rewritten',
      content: sealed.sealChange(id, version, {
        reason: 'Chartside asked the model again for the fields without an answer.',
        ...(writer === null ? {} : { writer }),
        changes,
        before: { title, content: before },
      }),
    })
    await notify(tx, id)
  })
}

/**
 * Ends a job that generated fields again but got no answer. The note is unchanged; `statusText` tells the user why.
 * Throws LeaseLost.
 */
export const keepUnchanged = (store: Store, lease: OutputLease, statusText: string): Promise<void> =>
  endWith(store, outputs, lease, { status: 'ready', statusText, source: null, progress: null })

/**
 * Puts the note off, so that any server continues it later: stores the results so far, and the text that a waiting
 * person sees. Throws LeaseLost.
 */
export async function keepForLater(
  store: Store,
  lease: OutputLease,
  { progress, pauseMs, statusText }: { progress: OutputProgress; pauseMs: number; statusText: string },
): Promise<void> {
  const sealed = sealedOutput(store.encryption).sealProgress(lease.id, progress)
  const leaseUntil = sql`now() + ${pauseMs} * interval '1 millisecond'`
  await store.database.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(outputs)
      .set({ progress: sealed, statusText, leaseOwner: null, leaseUntil, updatedAt: sql`now()` })
      .where(lease.isMine)
    if (rowCount === 0) throw new LeaseLost()
    await notify(tx, lease.id)
  })
}

/**
 * Marks the note as failed, stores and counts what the language models have used for it, and gives its credit back.
 * `statusText` tells the user why the note failed. Throws LeaseLost.
 */
export async function keepFailure(
  deps: Deps,
  lease: OutputLease,
  { statusText, spent = [] }: { statusText: string; spent?: readonly Spent[] | undefined },
): Promise<void> {
  const { id, row } = lease
  const empty: Output = { results: [], omissions: [], notices: [], spent: [...spent] }
  const usedContent = spent.length === 0 ? {} : { content: sealedOutput(deps.store.encryption).sealContent(id, empty) }
  const values = { status: 'failed' as const, statusText, source: null, progress: null, ...usedContent }
  await endWith(deps.store, outputs, lease, values, async (tx) => {
    const inside = { ...deps, database: tx }
    await releaseCredits(tx, [id])
    await announce(inside, 'output.failed', [row])
    if (row.customerId === null) return
    await countCost(inside, row.customerId, spent)
    await countFailedOutput(inside, row.customerId)
  })
}
