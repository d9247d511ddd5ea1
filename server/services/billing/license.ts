import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { BilledSubscription } from '../../providers/billing/index.ts'
import { directoryRoles, licenses } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { products } from '../licenses/index.ts'
import type { SubscriptionRow } from './row.ts'

type Writing = Pick<Context, 'database' | 'clock'>

/** The actor in the audit log: the server itself, which has no user and no IP address. */
const server = { address: null }

export type Licensed = Pick<SubscriptionRow, 'licenseId' | 'periodStart' | 'periodEnd'>

/**
 * Creates, changes or ends the licence of a subscription (product 12.43). Each paid period gets a new licence with its
 * own credits. Seats are moved to the licence of the new period. Call it in a transaction that has locked the directory
 * and the subscription.
 */
export async function writeLicense(
  inside: Writing,
  row: SubscriptionRow,
  billed: BilledSubscription,
): Promise<Licensed> {
  const { licenseId } = row
  const unchanged = { licenseId, periodStart: row.periodStart, periodEnd: row.periodEnd }
  switch (billed.state) {
    case 'active':
    case 'trialing':
      return writePaid(inside, row, billed)
    // `past_due`: the payment service tries to collect the payment again for some days. Meanwhile the present licence
    // continues, and no new period begins. `incomplete`: the first payment is missing, so there is no licence yet.
    case 'past_due':
    case 'incomplete':
      return unchanged
    case 'unpaid':
    case 'paused':
    case 'ended':
      if (licenseId !== null) await endAt(inside, licenseId, billed.endedAt ?? inside.clock.now())
      return unchanged
  }
}

async function endAt({ database, clock }: Writing, licenseId: string, end: Date): Promise<void> {
  await database
    .update(licenses)
    .set({ endsAt: sql`least(coalesce(${licenses.endsAt}, ${end}), ${end})`, updatedAt: clock.now() })
    .where(eq(licenses.id, licenseId))
}

/** SQL for a limit that is at least as high as the used credits. Null: no limit. */
const atLeastUsed = (
  limit: number | null,
  usedColumn: typeof licenses.documentUsed | typeof licenses.sessionUsed,
): SQL | null => (limit === null ? null : sql`greatest(${limit}::integer, ${usedColumn})`)

async function writePaid(inside: Writing, row: SubscriptionRow, billed: BilledSubscription): Promise<Licensed> {
  const { database, clock } = inside
  const now = clock.now()
  const { periodStart, periodEnd } = billed
  const product = products.find(({ productId }) => productId === billed.product)
  // If the product of the subscription is not in the product list of this server, no licence is created.
  if (product === undefined) return { licenseId: row.licenseId, periodStart, periodEnd }
  const endsAt = billed.endsAtPeriodEnd ? periodEnd : null
  if (row.licenseId !== null && row.periodStart?.getTime() === periodStart.getTime()) {
    // The limits are written only if the product has changed. Otherwise limits that an administrator has set would be
    // lost.
    const limits = {
      product: product.productId,
      documentLimit: atLeastUsed(product.credits.document, licenses.documentUsed),
      sessionLimit: atLeastUsed(product.credits.session, licenses.sessionUsed),
    }
    await database
      .update(licenses)
      .set({ ...(row.product === product.productId ? {} : limits), endsAt, updatedAt: now })
      .where(eq(licenses.id, row.licenseId))
    return { licenseId: row.licenseId, periodStart, periodEnd }
  }
  const licenseId = randomUUID()
  await database.insert(licenses).values({
    id: licenseId,
    directoryId: row.directoryId,
    product: product.productId,
    documentLimit: product.credits.document,
    sessionLimit: product.credits.session,
    // If the clock of this server is behind, the start of the period would be in the future, and the licence could not
    // be used yet.
    startsAt: new Date(Math.min(periodStart.getTime(), now.getTime())),
    endsAt,
    createdAt: now,
    updatedAt: now,
  })
  if (row.licenseId !== null) {
    await endAt(inside, row.licenseId, now)
    await database.update(directoryRoles).set({ licenseId }).where(eq(directoryRoles.licenseId, row.licenseId))
  }
  await audit(inside, { ...server, directory: { id: row.directoryId } }, 'license.grant', licenseId)
  return { licenseId, periodStart, periodEnd }
}
