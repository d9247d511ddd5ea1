import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'
import { newWebhookSecret, webhook, webhookChange, webhookDelivery, webhookDraft } from '../webhooks.ts'

const byAccess = z.strictObject({ accessId: z.uuid() })
const byWebhook = byAccess.extend({ webhookId: z.uuid() })

/** Calls with which the members of a developer organisation manage its webhooks (product 12.77). */
export const webhookEndpoints = {
  listWebhooks: endpoint({
    method: 'GET',
    path: '/user/access/webhooks/list/{accessId}',
    audience: 'reseller',
    summary: 'The webhooks of the organisation, oldest first, without their secrets.',
    params: byAccess,
    query: listQuery.omit({ search: true }),
    response: listOf(webhook),
    errors: ['not_found'],
  }),
  addWebhook: endpoint({
    method: 'POST',
    path: '/user/access/webhooks/add/{accessId}',
    audience: 'reseller',
    summary:
      'Adds a webhook, with a secret that only this answer contains. Honours Idempotency-Key: a repeated call adds no second one, and answers `conflict`.',
    params: byAccess,
    body: webhookDraft,
    response: newWebhookSecret,
    status: 201,
    errors: ['not_found', 'conflict', 'idempotency_mismatch'],
  }),
  changeWebhook: endpoint({
    method: 'POST',
    path: '/user/access/webhooks/update/{accessId}/{webhookId}',
    audience: 'reseller',
    summary: 'Changes the address or the events, or disables the webhook. While it is disabled, nothing is sent.',
    params: byWebhook,
    body: webhookChange,
    response: webhook,
    errors: ['not_found'],
  }),
  removeWebhook: endpoint({
    method: 'DELETE',
    path: '/user/access/webhooks/remove/{accessId}/{webhookId}',
    audience: 'reseller',
    summary: 'Removes a webhook with its deliveries. Nothing more is sent.',
    params: byWebhook,
    response: z.object({}),
    errors: ['not_found'],
  }),
  rotateWebhookSecret: endpoint({
    method: 'POST',
    path: '/user/access/webhooks/rotate/{accessId}/{webhookId}',
    audience: 'reseller',
    summary:
      'Makes a new secret, which only this answer contains. For 24 hours the earlier one signs too. Honours Idempotency-Key like adding.',
    params: byWebhook,
    response: newWebhookSecret,
    status: 201,
    errors: ['not_found', 'conflict', 'idempotency_mismatch'],
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/user/access/webhooks/test/{accessId}/{webhookId}',
    audience: 'reseller',
    summary: 'Sends the event `webhook.test` to the webhook. Honours Idempotency-Key.',
    params: byWebhook,
    response: webhookDelivery,
    status: 201,
    rate: 'expensive',
    errors: ['not_found', 'conflict', 'too_many_requests', 'idempotency_mismatch'],
  }),
  listWebhookDeliveries: endpoint({
    method: 'GET',
    path: '/user/access/webhooks/deliveries/{accessId}/{webhookId}',
    audience: 'reseller',
    summary: 'The deliveries of a webhook in the last 30 days, newest first, without their content.',
    params: byWebhook,
    query: listQuery.omit({ search: true }),
    response: listOf(webhookDelivery),
    errors: ['not_found'],
  }),
  replayWebhookDelivery: endpoint({
    method: 'POST',
    path: '/user/access/webhooks/replay/{accessId}/{deliveryId}',
    audience: 'reseller',
    summary: 'Sends a delivery again, with the same `webhook-id`. One that is waiting is tried now.',
    params: byAccess.extend({ deliveryId: z.uuid() }),
    response: webhookDelivery,
    rate: 'expensive',
    errors: ['not_found', 'conflict', 'too_many_requests'],
  }),
} as const
