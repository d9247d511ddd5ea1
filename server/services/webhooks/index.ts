export { type Announcing, announce } from './announce.ts'
export { deleteDeliveries, listDeliveries, replayDelivery, sendTestEvent } from './deliveries.ts'
export { webhookWork } from './job.ts'
export {
  addWebhook,
  changeWebhook,
  listWebhooks,
  refuseSecondSecret,
  removeWebhook,
  rotateSecret,
} from './manage.ts'
