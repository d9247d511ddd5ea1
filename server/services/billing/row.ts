import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Subscription } from '../../../lib/contracts/index.ts'
import { subscriptions } from '../../store/schema/index.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/**
 * A change that waits to be sent to the payment service:
 * - `cancel`: ends the subscription at the end of the paid period
 * - `end`: ends the subscription at once, because the directory was deleted
 * - `return`: ends the subscription at once and returns the payment, because the directory has paid for two
 *   subscriptions
 * - `change`: changes the product
 */
export const wantedChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('return') }),
  z.object({ kind: z.literal('change'), product: z.string() }),
])
export type WantedChange = z.infer<typeof wantedChange>

export const endsAtOnce = ({ kind }: WantedChange): boolean => kind === 'end' || kind === 'return'

/**
 * SQL condition for subscriptions whose `wanted` change is neither `end` nor `return`. Another change must not replace
 * one of these two before it is sent.
 */
export const isNotEnding: SQL = sql`coalesce(${subscriptions.wanted}->>'kind', '') not in ('end', 'return')`

export const toSubscription = (row: SubscriptionRow): Subscription => ({
  subscriptionId: row.id,
  directoryId: row.directoryId,
  ...(row.product === null ? {} : { product: row.product }),
  state: row.state,
  endsAtPeriodEnd: row.endsAtPeriodEnd,
  ...(row.periodStart === null ? {} : { periodStart: row.periodStart.toISOString() }),
  ...(row.periodEnd === null ? {} : { periodEnd: row.periodEnd.toISOString() }),
  ...(row.licenseId === null ? {} : { licenseId: row.licenseId }),
  changing: row.status === 'generating',
  refused: row.refused,
})
