import { and, eq, type SQL } from 'drizzle-orm'
import { webhookDeliveries, webhooks } from '../store/schema/index.ts'
import type { Member } from './callers.ts'

/** Webhooks of the access organisation of this member. */
export const isOwnWebhook = ({ access }: Pick<Member, 'access'>): SQL => eq(webhooks.accessId, access.id)

/** Deliveries to one webhook of the access organisation of this member. */
export const isDeliveryTo = ({ access }: Pick<Member, 'access'>, webhookId: string): SQL | undefined =>
  and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.accessId, access.id))

/** One delivery of the access organisation of this member. */
export const isOwnDelivery = ({ access }: Pick<Member, 'access'>, deliveryId: string): SQL | undefined =>
  and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.accessId, access.id))
