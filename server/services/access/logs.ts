import { randomUUID } from 'node:crypto'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { CustomerLogDraft, customerLogLevels, ListQuery } from '../../../lib/contracts/index.ts'
import type { Customer, Member } from '../../authority/index.ts'
import { places } from '../../store/places.ts'
import { customerLogs, customers, customerUsers } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { countRows, pageOf } from '../lists.ts'

type Level = (typeof customerLogLevels)[number]

const keepMs = 30 * 24 * 60 * 60_000

/**
 * Stores a log message of a customer. The message is encrypted, and it is never written to the log of the server.
 * `context.database` must be a transaction.
 */
export async function addLog(context: Context, customer: Customer, level: Level, draft: CustomerLogDraft) {
  const { database, store, clock } = context
  const id = randomUUID()
  const { accessId, customerId, customerUserId } = customer
  const content = store.encryption.seal(places.customerLog(id), draft)
  await database
    .insert(customerLogs)
    .values({ id, accessId, customerId, customerUserId, level, content, at: clock.now() })
  await audit(context, customer, 'customer.log', id)
  return { id }
}

export async function listLogs(
  { database, store }: Context,
  { access }: Member,
  query: Pick<ListQuery, 'offset' | 'limit'> & { level?: Level | undefined },
) {
  const condition = and(
    eq(customerLogs.accessId, access.id),
    query.level === undefined ? undefined : eq(customerLogs.level, query.level),
  )
  const total = await countRows(database, customerLogs, condition)
  const rows = await database
    .select({
      log: customerLogs,
      customerIdentifier: customers.identifier,
      test: customers.test,
      userIdentifier: customerUsers.identifier,
    })
    .from(customerLogs)
    .innerJoin(customers, eq(customers.id, customerLogs.customerId))
    .leftJoin(customerUsers, eq(customerUsers.id, customerLogs.customerUserId))
    .where(condition)
    .orderBy(desc(customerLogs.at), desc(customerLogs.id))
    .limit(query.limit)
    .offset(query.offset)
  const items = rows.map(({ log: { id, at, level, content }, customerIdentifier, test, userIdentifier }) => ({
    id,
    at: at.toISOString(),
    level,
    customerIdentifier,
    ...(userIdentifier === null ? {} : { userIdentifier }),
    test,
    ...(store.encryption.unseal(places.customerLog(id), content) as CustomerLogDraft),
  }))
  return pageOf(items, total, query)
}

export async function forgetLogs({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await database.delete(customerLogs).where(lt(customerLogs.at, new Date(clock.now().getTime() - keepMs)))
}
