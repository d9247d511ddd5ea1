import { randomUUID } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { Problem } from '../../problem.ts'
import { type Billing, WrongSignature } from '../../providers/billing/index.ts'
import { billingCustomers, stripeEvents, subscriptions } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { enqueueSettling, unsettled } from './again.ts'
import { billingOf } from './failures.ts'

/**
 * Processes an event of the payment service. The event only makes a job read the subscription again. So repeated, late
 * and unordered events cannot store a wrong state. Events about unknown customers are answered and ignored. Throws
 * `no_billing`, `wrong_signature`.
 */
export async function takeEvent(context: Context, raw: Buffer, signature: string): Promise<{ received: true }> {
  const { id: eventId, subscription } = verified(billingOf(context), raw, signature)
  await context.database.transaction(async (tx) => {
    const now = context.clock.now()
    const [first] = await tx
      .insert(stripeEvents)
      .values({ id: eventId, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id })
    if (first === undefined || subscription === null) return
    const { stripeId, customerId } = subscription
    // A customer is stored before anything can be bought, so an unknown customer does not belong to this server.
    const [customer] = await tx.select().from(billingCustomers).where(eq(billingCustomers.stripeId, customerId))
    if (customer === undefined) return
    const { directoryId } = customer
    const [row] = await tx
      .insert(subscriptions)
      .values({ id: randomUUID(), stripeId, directoryId, leaseUntil: sql`now()`, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: subscriptions.stripeId, set: unsettled(now) })
      .returning({ id: subscriptions.id })
    if (row !== undefined) await enqueueSettling({ ...context, database: tx }, row.id)
  })
  return { received: true }
}

function verified(billing: Billing, raw: Buffer, signature: string) {
  try {
    return billing.eventOf(raw, signature)
  } catch (error) {
    if (error instanceof WrongSignature) throw new Problem('wrong_signature')
    throw error
  }
}

const keepMs = 30 * 24 * 60 * 60_000

/** Deletes the ids of events that are older than 30 days. Stripe repeats an event for 3 days at most. */
export async function forgetOldEvents({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await database.delete(stripeEvents).where(lt(stripeEvents.receivedAt, new Date(clock.now().getTime() - keepMs)))
}
