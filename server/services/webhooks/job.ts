import { and, asc, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { postToReceiver, type Resolve, signedHeaders } from '../../effects/index.ts'
import { describeFailure } from '../../problem.ts'
import type { Store, Transaction } from '../../store/index.ts'
import { places as sealedPlaces } from '../../store/places.ts'
import { webhookDeliveries, webhooks } from '../../store/schema/index.ts'
import { type Jobs, type Lease, LeaseLost, patiently, putOff, type Work, workOn } from '../jobs/index.ts'
import { createPlaces } from './places.ts'
import { atOncePerOrganisation, findDue, organisationOfDue } from './queue.ts'
import { sealedTarget, validSecrets } from './target.ts'

export interface WebhookJobDeps {
  config: Pick<Config, 'jobsAtOnce' | 'webhookPrivateRanges'>
  store: Store
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  resolve: Resolve
  log: Logger
}

type DeliveryLease = Lease<typeof webhookDeliveries.$inferSelect>
type Outcome = Awaited<ReturnType<typeof postToReceiver>> & { at: Date; latencyMs: number }

const firstPauseMs = 5_000
const growth = 3
const longestPauseMs = 60 * 60_000
/**
 * Time in ms, counted from when a delivery was stored or was sent again by hand. A failed try within this time is
 * followed by another try; a later failed try is the last one. The time is a day plus the longest pause of one hour, so
 * that a receiver that was down for 24 hours gets another try.
 */
const triedForMs = 25 * 60 * 60_000

/**
 * Returns the pause before the next try, in milliseconds, after `tries` tries have failed. The pause varies randomly by
 * up to 25 %, so that many deliveries that failed together are not all tried again at the same time.
 */
export function pauseAfter(tries: number, random: () => number = Math.random): number {
  const pause = Math.min(longestPauseMs, firstPauseMs * growth ** (tries - 1))
  return Math.round(pause * (0.75 + random() * 0.5))
}

/**
 * The job that sends deliveries to webhooks. The row of a delivery contains the time at which the delivery is due, by
 * the clock of the server. A delivery waits for earlier deliveries about the same output or transcript to the same
 * webhook (product 12.78).
 */
export function webhookWork(deps: WebhookJobDeps): Work {
  const { config, store, jobs, clock, log } = deps
  const inner = workOn({
    queue: 'webhooks',
    atOnce: config.jobsAtOnce.webhooks,
    table: webhookDeliveries,
    store,
    log,
    make: (lease, closing) => deliver(deps, lease, closing),
  })
  const places = createPlaces(atOncePerOrganisation, (id) => {
    jobs
      .enqueue(store.database, 'webhooks', id)
      .catch((error: unknown) => log.warn(describeFailure(error), 'a waiting delivery is left to the sweep'))
  })

  async function admit(id: string, closing: AbortSignal) {
    const organisation = await organisationOfDue(store.database, clock, id)
    if (organisation === null || !places.take(organisation, id)) return null
    const innerWork = inner.begin(id, closing)
    return { ...innerWork, done: innerWork.done.finally(() => places.free(organisation)) }
  }

  return {
    ...inner,
    findAbandoned: (database, atMost) => findDue(database, clock, atMost),
    begin(id, closing) {
      const admitted = admit(id, closing)
      return {
        // If `isLeased` is true, the job is removed from the queue. This is also right if the delivery must not be sent
        // now (`innerWork` is null): the row of the delivery remains, and another job is created when the delivery can be
        // sent.
        isLeased: admitted.then(
          (innerWork) => innerWork?.isLeased ?? true,
          () => false,
        ),
        done: admitted.then(
          (innerWork) => innerWork?.done,
          (error: unknown) => log.warn(describeFailure(error), 'a delivery was left for another attempt'),
        ),
      }
    },
  }
}

async function deliver(deps: WebhookJobDeps, lease: DeliveryLease, closing: AbortSignal): Promise<void> {
  const { store, clock } = deps
  const { nextTryAt, webhookId } = lease.row
  const [webhook] = await store.database.select().from(webhooks).where(eq(webhooks.id, webhookId))
  // The delivery is not sent if another server has tried it meanwhile, or if its webhook was disabled.
  const isDue = nextTryAt !== null && nextTryAt <= clock.now() && webhook?.enabled === true
  if (!isDue) return putOff(store.database, webhookDeliveries, lease, sql`interval '0'`)
  const outcome = await tryOnce(deps, lease, webhook, closing)
  await patiently(() => keep(deps, lease, outcome), closing)
}

async function tryOnce(
  { config, store, clock, resolve, log }: WebhookJobDeps,
  { id, row, signal }: DeliveryLease,
  webhook: typeof webhooks.$inferSelect,
  closing: AbortSignal,
): Promise<Outcome> {
  const target = sealedTarget(store.encryption).open(webhook.id, webhook.target)
  const body = JSON.stringify(store.encryption.unseal(sealedPlaces.webhookPayload(id), row.payload))
  const at = clock.now()
  const secrets = validSecrets(target, at).map(({ secret }) => secret)
  const began = performance.now()
  const outcome = await postToReceiver(
    { url: target.url, headers: signedHeaders({ id, at, body, secrets }), body },
    { resolve, privateRanges: config.webhookPrivateRanges, signal: AbortSignal.any([closing, signal]) },
  )
  const latencyMs = Math.round(performance.now() - began)
  if (outcome.problem !== null)
    log.warn({ deliveryId: id, webhookId: webhook.id, tries: row.tries + 1, ...outcome }, 'a webhook was not delivered')
  return { ...outcome, at, latencyMs }
}

/**
 * Stores the outcome of a try. If no further try follows, the next delivery about the same output or transcript to the
 * same webhook becomes due and gets a job in the same transaction.
 */
async function keep(deps: WebhookJobDeps, lease: DeliveryLease, outcome: Outcome): Promise<void> {
  const { store, clock, jobs } = deps
  const { at, answerStatus, problem, latencyMs } = outcome
  const now = clock.now()
  await store.database.transaction(async (tx) => {
    const [delivery] = await tx.select().from(webhookDeliveries).where(lease.isMine).for('update')
    if (delivery === undefined) throw new LeaseLost()
    const tries = delivery.tries + 1
    const isOver = problem === null || now.getTime() - delivery.since.getTime() >= triedForMs
    const nextTryAt = isOver ? null : new Date(now.getTime() + pauseAfter(tries))
    await tx
      .update(webhookDeliveries)
      .set({
        ...(isOver ? { status: problem === null ? ('delivered' as const) : ('failed' as const) } : {}),
        ...{ tries, nextTryAt, lastTryAt: at, answerStatus, problem, latencyMs },
        ...{ leaseOwner: null, leaseUntil: null },
      })
      .where(eq(webhookDeliveries.id, lease.id))
    if (delivery.subjectId === null) return
    if (nextTryAt === null) await startNext(tx, delivery, now, jobs)
    // The deliveries that wait for this delivery get its `nextTryAt`. With an earlier time, each search for due
    // deliveries would find them, although they cannot be sent yet.
    else await tx.update(webhookDeliveries).set({ nextTryAt }).where(isLaterOf(delivery))
  })
}

const isLaterOf = ({ subjectId, webhookId, sequence }: typeof webhookDeliveries.$inferSelect) =>
  and(
    eq(webhookDeliveries.subjectId, subjectId ?? ''),
    eq(webhookDeliveries.webhookId, webhookId),
    sql`${webhookDeliveries.sequence} > ${sequence}`,
    eq(webhookDeliveries.status, 'generating'),
  )

async function startNext(
  tx: Transaction,
  delivery: typeof webhookDeliveries.$inferSelect,
  now: Date,
  jobs: Pick<Jobs, 'enqueue'>,
): Promise<void> {
  const [next] = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isLaterOf(delivery))
    .orderBy(asc(webhookDeliveries.sequence))
    .limit(1)
  if (next === undefined) return
  await tx.update(webhookDeliveries).set({ nextTryAt: now }).where(eq(webhookDeliveries.id, next.id))
  await jobs.enqueue(tx, 'webhooks', next.id)
}
