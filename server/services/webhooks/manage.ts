import { randomUUID } from 'node:crypto'
import { and, asc, count, eq } from 'drizzle-orm'
import type { ListQuery, NewWebhookSecret, Webhook, WebhookChange, WebhookDraft } from '../../../lib/contracts/index.ts'
import { isOwnWebhook, type Member } from '../../authority/index.ts'
import { newWebhookSecret } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { webhooks } from '../../store/schema/index.ts'
import { lockAccess } from '../access/lock.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { countRows, pageOf } from '../lists.ts'
import { holdDeliveries, resumeDeliveries } from './deliveries.ts'
import { sealedTarget, type Target, validSecrets } from './target.ts'

type Row = typeof webhooks.$inferSelect

const webhooksMax = 10
/** Time in ms after a rotation for which deliveries are also signed with the earlier secret. */
const rotationMs = 24 * 60 * 60_000
/**
 * Maximum number of secrets that sign at the same time. With more signatures, the header would be too long for some
 * receivers.
 */
const secretsMax = 5

function toWebhook({ store, clock }: Context, row: Row): Webhook {
  const target = sealedTarget(store.encryption).open(row.id, row.target)
  const ends = validSecrets(target, clock.now()).flatMap(({ until }) => until ?? [])
  const last = ends.sort().at(-1)
  return {
    webhookId: row.id,
    url: target.url,
    events: row.events,
    enabled: row.enabled,
    ...(last === undefined ? {} : { earlierSecretUntil: last }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export async function listWebhooks(context: Context, member: Member, query: Pick<ListQuery, 'offset' | 'limit'>) {
  const { database } = context
  const total = await countRows(database, webhooks, isOwnWebhook(member))
  const rows = await database
    .select()
    .from(webhooks)
    .where(isOwnWebhook(member))
    .orderBy(asc(webhooks.createdAt), webhooks.id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(
    rows.map((row) => toWebhook(context, row)),
    total,
    query,
  )
}

async function lock(database: Database, member: Member, webhookId: string): Promise<Row> {
  const [row] = await database
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookId), isOwnWebhook(member)))
    .for('no key update')
  if (row === undefined) throw new Problem('not_found')
  return row
}

/**
 * Throws `invalid_request` for an address that does not begin with `https:`. If the settings permit private addresses,
 * every address is accepted.
 */
function checkUrl({ config }: Context, url: string | undefined): void {
  if (url === undefined || url.startsWith('https:') || config.webhookPrivateRanges.length > 0) return
  const message = 'Use an address that begins with https://.'
  throw new Problem('invalid_request', message, [{ path: 'body.url', message }])
}

/**
 * Adds a webhook. Only this answer contains its secret. Throws `invalid_request` for an address without `https:`, and
 * `conflict` if there are too many webhooks. `context.database` must be a transaction.
 */
export async function addWebhook(context: Context, member: Member, draft: WebhookDraft): Promise<NewWebhookSecret> {
  checkUrl(context, draft.url)
  const { database, store, clock } = context
  // The lock makes parallel calls run one after the other, so that they cannot exceed the maximum number of webhooks.
  await lockAccess(database, member.access.id)
  const [present] = await database.select({ n: count() }).from(webhooks).where(isOwnWebhook(member))
  if ((present?.n ?? 0) >= webhooksMax)
    throw new Problem('conflict', `An organisation can have at most ${webhooksMax} webhooks. Remove a webhook first.`)
  const id = randomUUID()
  const secret = newWebhookSecret()
  const now = clock.now()
  const { url, events, enabled } = draft
  const target = sealedTarget(store.encryption).seal(id, { url, secrets: [{ secret, until: null }] })
  const row = { id, accessId: member.access.id, target, events, enabled, createdAt: now, updatedAt: now }
  await database.insert(webhooks).values(row)
  await audit(context, member, 'webhook.create', id)
  return { ...toWebhook(context, row), secret }
}

/**
 * Called when a client repeats a call that has created a secret, with the same Idempotency-Key. Throws `conflict`,
 * because a secret is shown only once and the first answer has shown it.
 */
export const refuseSecondSecret = (): never => {
  throw new Problem('conflict', 'This secret was already made, and is shown only once. Make a new secret.')
}

/**
 * Changes a webhook. While a webhook is disabled, nothing is sent, and its deliveries wait. Throws `not_found`, and
 * `invalid_request` for an address without `https:`.
 */
export async function changeWebhook(
  context: Context,
  member: Member,
  webhookId: string,
  { url, events, enabled }: WebhookChange,
): Promise<Webhook> {
  checkUrl(context, url)
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const webhook = await lock(tx, member, webhookId)
    const changes = {
      ...(url === undefined ? {} : { target: withTarget(context, webhook, (target) => ({ ...target, url })) }),
      ...(events === undefined ? {} : { events }),
      ...(enabled === undefined ? {} : { enabled }),
      updatedAt: context.clock.now(),
    }
    await tx.update(webhooks).set(changes).where(eq(webhooks.id, webhookId))
    if (enabled === false && webhook.enabled) await holdDeliveries(inside, webhookId)
    if (enabled === true && !webhook.enabled) await resumeDeliveries(inside, webhookId)
    await audit(inside, member, 'webhook.update', webhookId)
    return toWebhook(context, { ...webhook, ...changes })
  })
}

function withTarget({ store }: Context, { id, target }: Row, change: (target: Target) => Target): Buffer {
  const sealed = sealedTarget(store.encryption)
  return sealed.seal(id, change(sealed.open(id, target)))
}

/**
 * Creates a new secret, which only this answer contains. For 24 hours, deliveries are also signed with the earlier
 * secrets. Throws `not_found`, and `conflict` after too many rotations. `context.database` must be a transaction.
 */
export async function rotateSecret(context: Context, member: Member, webhookId: string): Promise<NewWebhookSecret> {
  const { database, clock } = context
  const webhook = await lock(database, member, webhookId)
  const now = clock.now()
  const secret = newWebhookSecret()
  const expiry = new Date(now.getTime() + rotationMs).toISOString()
  const target = withTarget(context, webhook, (present) => {
    const earlier = validSecrets(present, now).map((one) => ({ ...one, until: one.until ?? expiry }))
    if (earlier.length >= secretsMax)
      throw new Problem('conflict', 'The secret was changed too often. Wait until an earlier secret has expired.')
    return { ...present, secrets: [{ secret, until: null }, ...earlier] }
  })
  const row = { ...webhook, target, updatedAt: now }
  await database.update(webhooks).set({ target, updatedAt: now }).where(eq(webhooks.id, webhookId))
  await audit(context, member, 'webhook.rotate', webhookId)
  return { ...toWebhook(context, row), secret }
}

export async function removeWebhook(context: Context, member: Member, webhookId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const [removedRow] = await tx
      .delete(webhooks)
      .where(and(eq(webhooks.id, webhookId), isOwnWebhook(member)))
      .returning({ id: webhooks.id })
    if (removedRow === undefined) throw new Problem('not_found')
    await audit({ ...context, database: tx }, member, 'webhook.delete', webhookId)
  })
}
