import type { endpoints } from '../../lib/contracts/index.ts'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  refuseSecondSecret,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  sendTestEvent,
} from '../services/webhooks/index.ts'
import type { Handlers } from './handler.ts'

export const webhookHandlers: Handlers<(typeof endpoints)['webhooks'], 'reseller'> = {
  listWebhooks: ({ context, principal, query }) => listWebhooks(context, principal, query),
  addWebhook: {
    create: ({ context, principal, body }) => addWebhook(context, principal, body),
    repeat: async () => refuseSecondSecret(),
  },
  changeWebhook: ({ context, principal, params, body }) => changeWebhook(context, principal, params.webhookId, body),
  removeWebhook: async ({ context, principal, params }) => {
    await removeWebhook(context, principal, params.webhookId)
    return {}
  },
  rotateWebhookSecret: {
    create: ({ context, principal, params }) => rotateSecret(context, principal, params.webhookId),
    repeat: async () => refuseSecondSecret(),
  },
  testWebhook: { create: ({ context, principal, params }) => sendTestEvent(context, principal, params.webhookId) },
  listWebhookDeliveries: ({ context, principal, params, query }) =>
    listDeliveries(context, principal, params.webhookId, query),
  replayWebhookDelivery: ({ context, principal, params }) => replayDelivery(context, principal, params.deliveryId),
}
