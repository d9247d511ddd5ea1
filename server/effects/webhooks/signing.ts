import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 bytes in base64. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

interface Signed {
  id: string
  at: Date
  body: string
  /** Every secret that is valid now. Each one signs, so that the receiver may still have an earlier one. */
  secrets: readonly string[]
}

/** The headers of Standard Webhooks for one try. */
export function signedHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Chartside-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
