import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type WebhookDelivery, type WebhookDraft, webhookEvents } from '../../lib/contracts/index.ts'
import { asking } from './administrator.ts'
import { smallLayout } from './ask.ts'
import { bearing, good, type Partner } from './partner.ts'
import type { TestServer } from './start-server.ts'

/** Permits this machine as a receiver. */
export const permitting = { WEBHOOK_PRIVATE_RANGES: '127.0.0.1/32' }

/** Adds a webhook. Returns its id and its secret. */
export async function addWebhook(
  server: TestServer,
  { accessId, owner }: Partner,
  url: string,
  draft: Partial<WebhookDraft> = {},
): Promise<{ webhookId: string; secret: string }> {
  const body = { url, events: [...webhookEvents], ...draft }
  return good(await asking(server, owner)(`POST /api/user/access/webhooks/add/${accessId}`, body))
}

/** Returns the deliveries of a webhook, newest first, as the members of the developer organisation see them. */
export const deliveriesOf = async (
  server: TestServer,
  { accessId, owner }: Partner,
  webhookId: string,
): Promise<WebhookDelivery[]> =>
  good(await asking(server, owner)(`GET /api/user/access/webhooks/deliveries/${accessId}/${webhookId}?limit=100`)).items

/** Generates an output with a key, and waits until it is written. Returns its id. */
export async function generate(server: TestServer, key: string, more: object = {}): Promise<string> {
  const body = {
    customer_id: 'clinic',
    template: { ...smallLayout, instructions: '' },
    transcript: 'Speaker 1: I sleep well.',
  }
  const made = await bearing(server, key)('POST /api/outputs/generate?wait=30', { ...body, ...more })
  return good(made).id
}

/** Deletes an output with a key. */
export const remove = async (server: TestServer, key: string, id: string): Promise<void> => {
  good(await bearing(server, key)(`DELETE /api/outputs/delete/${id}?customer_id=clinic`))
}

/** Creates the customer `clinic` of the developer organisation that owns the key. */
export const makeCustomer = async (server: TestServer, key: string): Promise<void> => {
  good(await bearing(server, key)('POST /api/customers/authenticate', { customerIdentifier: 'clinic' }))
}

/** A clock that a test moves forward. */
export function movableClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    forward: (ms: number) => {
      ahead += ms
    },
  }
}

/**
 * Reads the deliveries of a webhook from the database. An API call would fail if a test has moved the clock so far that
 * the sessions of people have ended.
 */
export async function storedDeliveries({ store }: TestServer, webhookId: string) {
  const { rows } = await store.database.execute<{ status: string; tries: number; next: Date | null }>(
    `select status, tries, next_try_at as next from webhook_deliveries where webhook_id = '${webhookId}' order by sequence`,
  )
  return rows
}

/** Waits until no delivery of this webhook is due by this clock. */
export async function untilNoneIsDue(server: TestServer, webhookId: string, clock: { now(): Date }): Promise<void> {
  const due = async () => {
    const rows = await storedDeliveries(server, webhookId)
    return rows.filter(({ status, next }) => status === 'generating' && next !== null && new Date(next) <= clock.now())
      .length
  }
  await expect.poll(due, { interval: 200 }).toBe(0)
}

/** An idempotency key for one call that creates something. */
export const once = () => ({ 'idempotency-key': randomUUID() })
