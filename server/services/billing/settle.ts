import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { sendMail } from '../../effects/index.ts'
import { type BilledSubscription, type Billing, BillingFailure } from '../../providers/billing/index.ts'
import { directories, subscriptions } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import { billingManagers } from '../directories/members.ts'
import type { Context } from '../index.ts'
import { AgainAtOnce, type Jobs, type Lease, LeaseLost, patiently, putOff, type Work, workOn } from '../jobs/index.ts'
import { enqueueSettling, unsettled } from './again.ts'
import { writeLicense } from './license.ts'
import { isPaidTwice, tellReturned } from './paid-twice.ts'
import { endsAtOnce, type SubscriptionRow, type WantedChange, wantedChange } from './row.ts'

type Deps = Pick<Context, 'store' | 'config' | 'clock' | 'log'> & { jobs: Pick<Jobs, 'enqueue'>; billing: Billing }

const settledAtOnce = 10
/**
 * Pause after the first failure. Each further pause is three times as long, up to 15 minutes. The attempts never end.
 */
const firstPauseSeconds = 2
const growth = 3
const longestPauseSeconds = 15 * 60

/**
 * The job that settles a subscription: it sends the wanted change to the payment service, reads the subscription, and
 * stores its state with its licence.
 */
export function settlingWork(deps: Deps): Work {
  const { store, log } = deps
  return workOn({
    queue: 'subscriptions',
    atOnce: settledAtOnce,
    table: subscriptions,
    store,
    log,
    make: async (lease, closing) => {
      try {
        const isRefused = await makeChange(deps, lease.row)
        const billed = await readNow(deps, lease.row)
        await patiently(() => keep(deps, lease, billed, isRefused), closing)
      } catch (error) {
        if (!(error instanceof BillingFailure)) throw error
        const { attempt } = lease.row
        const { stage, code } = error
        log.warn({ subscriptionId: lease.id, attempt, stage, code }, 'the payment service was not reached')
        const seconds = Math.min(firstPauseSeconds * growth ** Math.min(attempt - 1, 10), longestPauseSeconds)
        // Stripe repeats a stored error for the same key, so the change gets a new key. If the failed request has made
        // the change after all, making it again has no further effect.
        if (error.kind === 'broken' && lease.row.wanted !== null) await patiently(() => renewKey(deps, lease), closing)
        await patiently(
          () => putOff(store.database, subscriptions, lease, sql`${seconds} * interval '1 second'`),
          closing,
        )
      }
    },
  })
}

async function renewKey({ store }: Deps, { isMine }: Lease): Promise<void> {
  await store.database.update(subscriptions).set({ wantedId: randomUUID() }).where(isMine)
}

/**
 * Sends the wanted change. Returns true if the payment service refuses the change permanently. Without a wanted change,
 * returns the stored `refused`. Throws BillingFailure if the service is unreachable or fails.
 */
async function makeChange({ billing, log }: Deps, { id, stripeId, wanted, wantedId, refused }: SubscriptionRow) {
  if (wanted === null) return refused
  const change = wantedChange.parse(wanted)
  const key = `chartside-${wantedId}`
  try {
    if (change.kind === 'cancel') await billing.cancel(stripeId, key)
    else if (change.kind === 'end') await endOnce(billing, stripeId, key)
    else if (change.kind === 'return') return await endAndReturn(billing, stripeId, key)
    else await billing.change(stripeId, change.product, key)
    return false
  } catch (error) {
    if (!(error instanceof BillingFailure) || ['unreachable', 'broken'].includes(error.kind)) throw error
    log.warn({ subscriptionId: id, stage: error.stage, code: error.code }, 'the payment service refused a change')
    return true
  }
}

/**
 * Refunds the payment of a second subscription of a directory, and then ends the subscription. Returns true if the
 * payment service refuses the refund. The refund must come first: the job makes no further attempt after the end of the
 * subscription, so a refund that failed after the end would never be repeated.
 */
async function endAndReturn(billing: Billing, stripeId: string, key: string): Promise<boolean> {
  let isRefused = false
  try {
    await billing.returnPayment(stripeId, `${key}-return`)
  } catch (error) {
    if (!(error instanceof BillingFailure) || ['unreachable', 'broken'].includes(error.kind)) throw error
    isRefused = true
  }
  await endOnce(billing, stripeId, key)
  return isRefused
}

async function endOnce(billing: Billing, stripeId: string, key: string): Promise<void> {
  try {
    await billing.end(stripeId, key)
  } catch (error) {
    if (!(error instanceof BillingFailure) || error.kind !== 'missing') throw error
  }
}

async function readNow({ billing, clock }: Deps, row: SubscriptionRow): Promise<BilledSubscription> {
  try {
    return await billing.read(row.stripeId)
  } catch (error) {
    if (!(error instanceof BillingFailure) || error.kind !== 'missing') throw error
    const now = clock.now()
    const times = { periodStart: row.periodStart ?? now, periodEnd: row.periodEnd ?? now, endedAt: now }
    return { customerId: '', product: row.product, state: 'ended', endsAtPeriodEnd: false, ...times }
  }
}

/**
 * Stores the subscription that was read, with its licence, in one transaction. Throws AgainAtOnce if the row was marked
 * in the meantime to be read again, and LeaseLost if another server has taken the row.
 */
async function keep(
  deps: Deps,
  { row, isMine }: Lease<SubscriptionRow>,
  billed: BilledSubscription,
  isRefused: boolean,
): Promise<void> {
  const { store, clock } = deps
  await store.database.transaction(async (tx) => {
    const inside = { ...deps, database: tx }
    // The directory is locked before the subscription, as in every other transaction. A different order could cause a
    // deadlock with the deletion of the directory. Because of the lock, jobs for two subscriptions of one directory run
    // this part one after the other. So the later job sees that the other subscription already has a licence.
    const [directory] = await tx
      .select({ id: directories.id, name: directories.name })
      .from(directories)
      .where(eq(directories.id, row.directoryId))
      .for('no key update')
    const [present] = await tx
      .select({ revision: subscriptions.revision })
      .from(subscriptions)
      .where(isMine)
      .for('update')
    if (present === undefined) throw new LeaseLost()
    if (present.revision !== row.revision) throw new AgainAtOnce(new Error('There is a newer reason to read.'))
    const isLeftBehind = directory === undefined && billed.state !== 'ended'
    const isSecond = directory !== undefined && (await isPaidTwice(inside, row, billed))
    const licensed = directory === undefined || isSecond ? {} : await writeLicense(inside, row, billed)
    const now = clock.now()
    await tx
      .update(subscriptions)
      .set({
        product: billed.product,
        state: billed.state,
        endsAtPeriodEnd: billed.endsAtPeriodEnd,
        ...licensed,
        wanted: null,
        wantedId: null,
        refused: isRefused,
        readAt: now,
        status: 'settled',
        leaseOwner: null,
        leaseUntil: null,
        attempt: 0,
        updatedAt: now,
      })
      .where(eq(subscriptions.id, row.id))
    if (isLeftBehind) await endNow(inside, row, { kind: 'end' })
    if (isSecond) await endNow(inside, row, { kind: 'return' })
    if (directory !== undefined) await tellReturned(inside, row, billed, directory.name, isRefused)
    if (directory !== undefined && billed.state === 'past_due' && row.state !== 'past_due') {
      for (const { email } of await billingManagers(tx, directory.id))
        await sendMail(inside, { to: email, template: 'payment-failed', values: { directory: directory.name } })
    }
    if (billed.state !== row.state || billed.product !== row.product || billed.endsAtPeriodEnd !== row.endsAtPeriodEnd)
      await audit(inside, { address: null, directory: { id: row.directoryId } }, 'subscription.settle', row.id)
  })
}

/**
 * Requests the end of a subscription that nobody can use. Either its directory was deleted before the checkout was
 * paid, or the directory has another subscription. A later job sends the request to the payment service.
 */
async function endNow(inside: Deps & Pick<Context, 'database'>, { id, wanted }: SubscriptionRow, change: WantedChange) {
  if (wanted !== null && endsAtOnce(wantedChange.parse(wanted))) return
  await inside.database
    .update(subscriptions)
    .set({ ...unsettled(inside.clock.now()), wanted: change, wantedId: randomUUID() })
    .where(eq(subscriptions.id, id))
  await enqueueSettling(inside, id)
}
