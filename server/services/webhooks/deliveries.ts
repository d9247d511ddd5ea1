import { randomUUID } from 'node:crypto'
import { and, desc, eq, getTableColumns, inArray, lt } from 'drizzle-orm'
import type { ListQuery, WebhookDelivery, WebhookPayload } from '../../../lib/contracts/index.ts'
import { isDeliveryTo, isOwnDelivery, isOwnWebhook, type Member } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { places } from '../../store/places.ts'
import { webhookDeliveries, webhooks } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { countRows, pageOf } from '../lists.ts'

type Row = typeof webhookDeliveries.$inferSelect

/** The encrypted payload is left out, because no answer shows it. */
const { payload: _, ...shownColumns } = getTableColumns(webhookDeliveries)

function toDelivery(row: Omit<Row, 'payload'>): WebhookDelivery {
  const { status, lastTryAt, answerStatus, problem } = row
  return {
    deliveryId: row.id,
    event: row.event,
    ...(row.subjectId === null ? {} : { subjectId: row.subjectId }),
    test: row.test,
    status: status === 'generating' ? 'waiting' : status,
    tries: row.tries,
    createdAt: row.createdAt.toISOString(),
    ...(row.nextTryAt === null ? {} : { nextTryAt: row.nextTryAt.toISOString() }),
    ...(lastTryAt === null
      ? {}
      : {
          lastTry: {
            at: lastTryAt.toISOString(),
            ...(answerStatus === null ? {} : { answerStatus }),
            ...(problem === null ? {} : { problem }),
            latencyMs: row.latencyMs ?? 0,
          },
        }),
  }
}

/**
 * Locks a webhook of this member's organisation, so that it cannot be changed before the end of the transaction, and
 * returns whether it is enabled. Throws `not_found` for other webhooks.
 */
async function findOwn({ database }: Context, member: Member, webhookId: string) {
  const [row] = await database
    .select({ enabled: webhooks.enabled })
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookId), isOwnWebhook(member)))
    .for('share')
  if (row === undefined) throw new Problem('not_found')
  return row
}

export async function listDeliveries(
  context: Context,
  member: Member,
  webhookId: string,
  query: Pick<ListQuery, 'offset' | 'limit'>,
) {
  await findOwn(context, member, webhookId)
  const condition = isDeliveryTo(member, webhookId)
  const total = await countRows(context.database, webhookDeliveries, condition)
  const rows = await context.database
    .select(shownColumns)
    .from(webhookDeliveries)
    .where(condition)
    .orderBy(desc(webhookDeliveries.sequence))
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(toDelivery), total, query)
}

const refuseDisabled = (enabled: boolean) => {
  if (!enabled) throw new Problem('conflict', 'This webhook is disabled. Enable it first.')
}

/**
 * Sends a delivery again, with the same id, so that the receiver can detect the repetition. Failed tries are repeated
 * as for a new delivery. A delivery that waits for its next try is tried now. Throws `not_found`, and `conflict` if the
 * webhook is disabled.
 */
export async function replayDelivery(context: Context, member: Member, deliveryId: string): Promise<WebhookDelivery> {
  const { clock, jobs } = context
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const [delivery] = await tx
      .select({ webhookId: webhookDeliveries.webhookId })
      .from(webhookDeliveries)
      .where(isOwnDelivery(member, deliveryId))
    if (delivery === undefined) throw new Problem('not_found')
    // The webhook is locked before the delivery, as in every transaction that changes both. A different order could
    // cause a deadlock.
    const { enabled } = await findOwn(inside, member, delivery.webhookId)
    refuseDisabled(enabled)
    const [row] = await tx
      .update(webhookDeliveries)
      .set({ status: 'generating', tries: 0, since: clock.now(), nextTryAt: clock.now() })
      .where(isOwnDelivery(member, deliveryId))
      .returning()
    if (row === undefined) throw new Problem('not_found')
    await jobs.enqueue(tx, 'webhooks', deliveryId)
    await audit(inside, member, 'webhook.replay', deliveryId)
    return toDelivery(row)
  })
}

/**
 * Sends the event `webhook.test`. Throws `not_found`, and `conflict` if the webhook is disabled. `context.database`
 * must be a transaction.
 */
export async function sendTestEvent(context: Context, member: Member, webhookId: string): Promise<WebhookDelivery> {
  const { database, clock, store, jobs } = context
  const { enabled } = await findOwn(context, member, webhookId)
  refuseDisabled(enabled)
  const [id, now] = [randomUUID(), clock.now()]
  const payload: WebhookPayload = { type: 'webhook.test', timestamp: now.toISOString(), data: { webhookId } }
  const [row] = await database
    .insert(webhookDeliveries)
    .values({
      id,
      webhookId,
      accessId: member.access.id,
      event: 'webhook.test',
      test: false,
      payload: store.encryption.seal(places.webhookPayload(id), payload),
      nextTryAt: now,
      since: now,
      createdAt: now,
    })
    .returning()
  if (row === undefined) throw new Error('A new delivery was not stored.')
  await jobs.enqueue(database, 'webhooks', id)
  await audit(context, member, 'webhook.test', id)
  return toDelivery(row)
}

const isWaitingFor = (webhookId: string) =>
  and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.status, 'generating'))

/** Stops the tries of all waiting deliveries of a webhook that was disabled. */
export async function holdDeliveries({ database }: Pick<Context, 'database'>, webhookId: string): Promise<void> {
  await database.update(webhookDeliveries).set({ nextTryAt: null }).where(isWaitingFor(webhookId))
}

export async function resumeDeliveries(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  webhookId: string,
): Promise<void> {
  await database.update(webhookDeliveries).set({ nextTryAt: clock.now() }).where(isWaitingFor(webhookId))
}

export async function deleteDeliveries(
  { database }: Pick<Context, 'database'>,
  cutoff: Date,
  atMost: number,
): Promise<number> {
  const ids = database
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, cutoff))
    .limit(atMost)
  const { rowCount } = await database.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, ids))
  return rowCount ?? 0
}
