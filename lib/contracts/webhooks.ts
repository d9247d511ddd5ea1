import { z } from 'zod'

/** The events about which a developer organisation can be informed by a webhook (product 12.77). */
export const webhookEvents = [
  'output.ready',
  'output.failed',
  'output.deleted',
  'transcript.ready',
  'transcript.failed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** All events that a webhook can get. `webhook.test` is sent only if a member asks for it, to try the webhook. */
export const deliveredEvents = [...webhookEvents, 'webhook.test'] as const
export type DeliveredEvent = (typeof deliveredEvents)[number]

const webhookUrl = z
  .url({ protocol: /^https?$/, error: 'Use an address such as https://example.com/hooks.' })
  .max(2_000)
  .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), 'The address must contain neither a user name nor a password.')
  // Refuse an address with a fragment, because a request never contains the fragment.
  .refine((text) => !text.includes('#'), 'Use an address without “#”.')

const events = z
  .array(z.enum(webhookEvents))
  .min(1, 'Choose at least one event.')
  .max(webhookEvents.length)
  .refine((all) => new Set(all).size === all.length, 'List each event only once.')

export const webhookDraft = z.strictObject({ url: webhookUrl, events, enabled: z.boolean().default(true) })
export type WebhookDraft = z.infer<typeof webhookDraft>

export const webhookChange = z.strictObject({
  url: webhookUrl.optional(),
  events: events.optional(),
  enabled: z.boolean().optional(),
})
export type WebhookChange = z.infer<typeof webhookChange>

export const webhook = z.object({
  webhookId: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  enabled: z.boolean(),
  earlierSecretUntil: z.iso.datetime().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Webhook = z.infer<typeof webhook>

/** A webhook whose secret was just created. Only this answer contains `secret`. */
export const newWebhookSecret = webhook.extend({ secret: z.string() })
export type NewWebhookSecret = z.infer<typeof newWebhookSecret>

/**
 * Why a delivery failed. `status`: the receiver's HTTP status was not 2xx. `name`: the host name has no IP address.
 * `address`: the server must not connect to this IP address, so it has sent nothing.
 */
export const webhookProblems = ['status', 'timeout', 'connection', 'name', 'address'] as const
export type WebhookProblem = (typeof webhookProblems)[number]

export const webhookDelivery = z.object({
  deliveryId: z.uuid(),
  event: z.enum(deliveredEvents),
  subjectId: z.uuid().optional(),
  test: z.boolean(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number().int(),
  createdAt: z.iso.datetime(),
  /** The time of the next attempt. Absent if no attempt follows, or while the webhook is disabled. */
  nextTryAt: z.iso.datetime().optional(),
  lastTry: z
    .object({
      at: z.iso.datetime(),
      /** The HTTP status of the answer. Absent: there was no answer. */
      answerStatus: z.number().int().optional(),
      problem: z.enum(webhookProblems).optional(),
      latencyMs: z.number().int(),
    })
    .optional(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

/** The body of the request to a webhook. It has only ids and never clinical text (product 12.77). */
export interface WebhookPayload {
  type: DeliveredEvent
  timestamp: string
  data:
    | { webhookId: string }
    | {
        id: string
        outputIdentifier?: string
        transcriptIdentifier?: string
        customerIdentifier: string
        userIdentifier?: string
        status: 'ready' | 'failed' | 'deleted'
        test: boolean
      }
}
