import { and, eq, gt, isNull, or, type Placeholder, sql } from 'drizzle-orm'
import { hashToken } from '../auth/tokens.ts'
import type { Clock } from '../clock.ts'
import type { Database, Store } from '../store/index.ts'
import { places } from '../store/places.ts'
import { preparedOnce } from '../store/prepared.ts'
import { accessKeys, customers, customerTokens, customerUsers } from '../store/schema/index.ts'
import type { ApiKey, Customer } from './callers.ts'

const keyForm = /^ck_(?:live|test)_[\w-]{43}$/
const tokenForm = /^ct_[\w-]{43}$/
/** Minimum time in ms between two writes of a key's last use. Otherwise every call would write the same row. */
const usedEveryMs = 60_000

const isCurrent = (now: Date | Placeholder) => or(isNull(accessKeys.expiresAt), gt(accessKeys.expiresAt, now))

/** Prepared, because every call with a key runs this query. */
const keyQuery = preparedOnce((database) =>
  database
    .select()
    .from(accessKeys)
    .where(and(eq(accessKeys.hash, sql.placeholder('hash')), isCurrent(sql.placeholder('now'))))
    .prepare(''),
)

/**
 * Returns the key of a developer organisation. Null if the key is unknown, expired or removed. The key is read from the
 * database for each request, so a removed key stops working on every server at once.
 */
export async function findKey(database: Database, key: string, clock: Clock): Promise<Omit<ApiKey, 'address'> | null> {
  if (!keyForm.test(key)) return null
  const now = clock.now()
  const [row] = await keyQuery(database).execute({ hash: hashToken(key), now: now.toISOString() })
  if (row === undefined) return null
  if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() > usedEveryMs)
    await database.update(accessKeys).set({ lastUsedAt: now }).where(eq(accessKeys.id, row.id))
  const { id, accessId, name, test, expiresAt } = row
  return { kind: 'key', keyId: id, accessId, name, test, expiresAt }
}

export interface FoundToken {
  customer: Omit<Customer, 'address'>
  parameters: Record<string, string | number | boolean>
  expiresAt: Date
}

/**
 * Returns the customer of a token. Null if the token is unknown or expired, or if its key, its customer or its user was
 * removed or its key has expired.
 */
export async function findCustomer(
  { database, encryption }: Pick<Store, 'database' | 'encryption'>,
  token: string,
  clock: Clock,
): Promise<FoundToken | null> {
  if (!tokenForm.test(token)) return null
  const now = clock.now()
  const hash = hashToken(token)
  const [row] = await database
    .select({ token: customerTokens, customer: customers, userIdentifier: customerUsers.identifier })
    .from(customerTokens)
    .innerJoin(accessKeys, eq(accessKeys.id, customerTokens.keyId))
    .innerJoin(customers, eq(customers.id, customerTokens.customerId))
    .leftJoin(customerUsers, eq(customerUsers.id, customerTokens.customerUserId))
    .where(and(eq(customerTokens.hash, hash), gt(customerTokens.expiresAt, now), isCurrent(now)))
  if (row === undefined) return null
  const { customer, userIdentifier } = row
  const { keyId, customerUserId, parameters, scope, expiresAt } = row.token
  return {
    customer: {
      kind: 'customer',
      accessId: customer.accessId,
      keyId,
      actingUserId: null,
      administratorId: null,
      customerId: customer.id,
      customerIdentifier: customer.identifier,
      customerUserId,
      userIdentifier,
      scope,
      test: customer.test,
      userId: null,
      directory: null,
    },
    parameters: encryption.unseal(places.customerToken(hash), parameters) as FoundToken['parameters'],
    expiresAt,
  }
}
