import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../store/index.ts'
import { webhookDeliveries, webhooks } from '../../store/schema/index.ts'

/**
 * Maximum number of deliveries that one server sends at the same time for one developer organisation. Otherwise, a slow
 * receiver would delay the deliveries of other organisations.
 */
export const atOncePerOrganisation = 10

/** True if an earlier delivery about the same output or transcript to the same webhook has not ended yet. */
const isBehindAnother = sql`exists (
  select 1 from webhook_deliveries earlier where earlier.subject_id = ${webhookDeliveries.subjectId}
    and earlier.webhook_id = ${webhookDeliveries.webhookId} and earlier.sequence < ${webhookDeliveries.sequence}
    and earlier.status = 'generating')`

/**
 * Returns the ids of deliveries that are due and that no server is sending. For each organisation, returns at most as
 * many as a server sends at the same time. Otherwise, the deliveries to an unreachable receiver would fill the result.
 */
export async function findDue(database: Database, clock: Clock, atMost: number): Promise<string[]> {
  const { id, accessId, nextTryAt, sequence, status, leaseUntil } = webhookDeliveries
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from (
          select ${id} as id, ${nextTryAt} as due,
            row_number() over (partition by ${accessId} order by ${nextTryAt}, ${sequence}) as place
          from ${webhookDeliveries}
          where ${status} = 'generating' and ${nextTryAt} <= ${clock.now()}
            and (${leaseUntil} is null or ${leaseUntil} < now()) and not ${isBehindAnother}
        ) as found where place <= ${atOncePerOrganisation} order by due limit ${atMost}`,
  )
  return rows.map((row: { id: string }) => row.id)
}

/**
 * The latest `nextTryAt` of the unfinished earlier deliveries about the same output or transcript to the same webhook.
 */
const nextTryOfEarlier = sql`(
  select max(earlier.next_try_at) from webhook_deliveries earlier where earlier.subject_id = ${webhookDeliveries.subjectId}
    and earlier.webhook_id = ${webhookDeliveries.webhookId} and earlier.sequence < ${webhookDeliveries.sequence}
    and earlier.status = 'generating')`

/**
 * Returns the organisation of a delivery that may be sent now: it is due, its webhook is enabled, and no earlier
 * delivery about the same output or transcript to the same webhook is unfinished. Null: the delivery must not be sent
 * now. If the delivery is due but cannot be sent, also changes its `nextTryAt`.
 */
export async function organisationOfDue(database: Database, clock: Clock, deliveryId: string): Promise<string | null> {
  const [row] = await database
    .select({
      accessId: webhookDeliveries.accessId,
      nextTryAt: webhookDeliveries.nextTryAt,
      enabled: webhooks.enabled,
      isBehind: sql<boolean>`${isBehindAnother}`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.status, 'generating')))
  if (row === undefined || row.nextTryAt === null || row.nextTryAt > clock.now()) return null
  if (row.enabled && !row.isBehind) return row.accessId
  // If an earlier delivery must be sent first, this delivery becomes due at the same time as the earlier one. If the
  // webhook is disabled, this delivery becomes due when the webhook is enabled. Without these changes, each search for
  // due deliveries would find this delivery again, although it cannot be sent. The row may be outdated: the earlier
  // delivery may have ended, or the webhook may have been enabled. Both events set a new `nextTryAt` of this delivery.
  // So the update compares `nextTryAt`. Otherwise it could overwrite the new time, even with null, and nothing would
  // send the delivery.
  const nextTryAt = row.enabled ? sql`coalesce(${nextTryOfEarlier}, ${webhookDeliveries.nextTryAt})` : null
  await database
    .update(webhookDeliveries)
    .set({ nextTryAt })
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.nextTryAt, row.nextTryAt)))
  return null
}
