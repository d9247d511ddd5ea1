import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { WebhookEvent, WebhookPayload } from '../../../lib/contracts/index.ts'
import { places } from '../../store/places.ts'
import { customers, customerUsers, webhookDeliveries, webhooks } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import type { Jobs } from '../jobs/index.ts'

export interface Announcing extends Pick<Context, 'database' | 'clock'> {
  store: Pick<Context['store'], 'encryption'>
  jobs: Pick<Jobs, 'enqueue'>
}

interface Thing {
  id: string
  identifier: string | null
  customerId: string | null
  customerUserId: string | null
}

/**
 * Number of rows in one insert. Each row has several values, and PostgreSQL accepts at most 65,535 values in a
 * statement.
 */
const batch = 500
/**
 * Maximum number of deliveries that get a job immediately if many are stored at once. A regular search for due
 * deliveries finds the others (see `findDue`).
 */
const enqueuedMax = 50

/**
 * Stores one delivery for each webhook that subscribes to the event, and jobs for the first `enqueuedMax` deliveries.
 * Call it in the transaction of the change, while the rows of `things` are locked and their customers exist. In this
 * way, the event is sent if, and only if, the change is committed, and the events of one output or transcript keep
 * their order (product 12.78).
 */
export async function announce(announcing: Announcing, event: WebhookEvent, things: readonly Thing[]): Promise<void> {
  const { database, clock, store, jobs } = announcing
  const customerIds = [...new Set(things.flatMap(({ customerId }) => customerId ?? []))]
  if (customerIds.length === 0) return
  const receivers = await receiversOf(announcing, event, customerIds)
  if (receivers.length === 0) return
  const users = await usersOf(announcing, things)
  const now = clock.now()
  const rows = things.flatMap((thing) =>
    receivers
      .filter(({ customerId }) => customerId === thing.customerId)
      .map(({ webhookId, accessId, customerIdentifier, test }) => {
        const id = randomUUID()
        const payload: WebhookPayload = {
          type: event,
          timestamp: now.toISOString(),
          data: {
            id: thing.id,
            ...identifierOf(event, thing),
            customerIdentifier,
            ...userOf(users, thing),
            status: statusOf[event],
            test,
          },
        }
        const sealed = store.encryption.seal(places.webhookPayload(id), payload)
        const of = { id, webhookId, accessId, subjectId: thing.id, event, test }
        return { ...of, payload: sealed, nextTryAt: now, since: now, createdAt: now }
      }),
  )
  for (let from = 0; from < rows.length; from += batch)
    await database.insert(webhookDeliveries).values(rows.slice(from, from + batch))
  for (const { id } of rows.slice(0, enqueuedMax)) await jobs.enqueue(database, 'webhooks', id)
}

const statusOf: Record<WebhookEvent, 'ready' | 'failed' | 'deleted'> = {
  'output.ready': 'ready',
  'output.failed': 'failed',
  'output.deleted': 'deleted',
  'transcript.ready': 'ready',
  'transcript.failed': 'failed',
}

const identifierOf = (event: WebhookEvent, { id, identifier }: Thing) =>
  event.startsWith('output.') ? { outputIdentifier: identifier ?? id } : { transcriptIdentifier: identifier ?? id }

/**
 * Query for the enabled webhooks of these customers that subscribe to this event. The query locks the rows. Otherwise,
 * a webhook could be removed before its delivery is inserted. The foreign key of the delivery would then fail, and with
 * it the change of the output or transcript.
 */
const receiversOf = ({ database }: Announcing, event: WebhookEvent, customerIds: string[]) =>
  database
    .select({
      webhookId: webhooks.id,
      accessId: webhooks.accessId,
      customerId: customers.id,
      customerIdentifier: customers.identifier,
      test: customers.test,
    })
    .from(webhooks)
    .innerJoin(customers, eq(customers.accessId, webhooks.accessId))
    .where(and(inArray(customers.id, customerIds), eq(webhooks.enabled, true), sql`${event} = any(${webhooks.events})`))
    .orderBy(webhooks.id)
    .for('share', { of: webhooks })

async function usersOf({ database }: Announcing, things: readonly Thing[]): Promise<Map<string, string>> {
  const ids = [...new Set(things.flatMap(({ customerUserId }) => customerUserId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await database
    .select({ id: customerUsers.id, identifier: customerUsers.identifier })
    .from(customerUsers)
    .where(inArray(customerUsers.id, ids))
  return new Map(rows.map(({ id, identifier }) => [id, identifier]))
}

function userOf(users: Map<string, string>, { customerUserId }: Thing) {
  const userIdentifier = customerUserId === null ? undefined : users.get(customerUserId)
  return userIdentifier === undefined ? {} : { userIdentifier }
}
