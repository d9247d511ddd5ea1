import { lt } from 'drizzle-orm'
import type { AuthenticateRequest, MeterType } from '../../../lib/contracts/index.ts'
import { hashToken, newToken } from '../../auth/tokens.ts'
import { type ApiKey, type CustomerSpace, type FoundToken, findCustomer } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { places } from '../../store/places.ts'
import { customerTokens } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { ensureCustomer } from './customers.ts'
import { countUse } from './meters.ts'

const tokenMs = 60 * 60_000

/**
 * Issues a token that is bound to a customer, a user of the customer, parameters and a scope. Creates the customer and
 * the user if they are missing. `context.database` must be a transaction.
 */
export async function authenticateCustomer(context: Context, key: ApiKey, request: AuthenticateRequest) {
  const { database, clock, store } = context
  const customer = await ensureCustomer(context, key, request)
  const token = `ct_${newToken()}`
  const hash = hashToken(token)
  const now = clock.now()
  const expiresAt = new Date(Math.min(now.getTime() + tokenMs, key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY))
  await database.insert(customerTokens).values({
    hash,
    keyId: key.keyId,
    customerId: customer.customerId,
    customerUserId: customer.customerUserId,
    parameters: store.encryption.seal(places.customerToken(hash), request.parameters),
    scope: request.scope,
    createdAt: now,
    expiresAt,
  })
  await audit(context, customer, 'access-key.token', key.keyId)
  return { token, expiresAt: expiresAt.toISOString() }
}

/**
 * Finds a token that was issued for the organisation and the mode (live or sandbox) of this key. Throws `not_found` for
 * every other token.
 */
async function ownToken({ store, clock }: Context, key: ApiKey, token: string): Promise<FoundToken> {
  const tokenOwner = await findCustomer(store, token, clock)
  const isOwn =
    tokenOwner !== null && tokenOwner.customer.accessId === key.accessId && tokenOwner.customer.test === key.test
  if (!isOwn) throw new Problem('not_found', 'This token is unknown, expired or revoked. Request a new token.')
  return tokenOwner
}

/**
 * Returns the customer and the user of a token, its scope and its expiry. Throws `not_found`, also for tokens of other
 * organisations.
 */
export async function verifyToken(context: Context, key: ApiKey, token: string) {
  const { customer, parameters, expiresAt } = await ownToken(context, key, token)
  return {
    valid: true as const,
    customerIdentifier: customer.customerIdentifier,
    ...(customer.userIdentifier === null ? {} : { userIdentifier: customer.userIdentifier }),
    parameters,
    scope: customer.scope,
    expiresAt: expiresAt.toISOString(),
    test: customer.test,
  }
}

/**
 * Takes `count` units of `type` from the rate limit of the customer to whom the token belongs. Returns what `rate`
 * returns. Throws the errors of `ownToken`.
 */
export async function rateToken(
  context: Context,
  key: ApiKey,
  { token, type, count }: { token: string; type: MeterType; count: number },
) {
  const { customer } = await ownToken(context, key, token)
  return rate(context, key, { type, count }, customer.customerId)
}

/**
 * Takes `count` units of `type` from the rate limit of a developer organisation or, with `customerId`, of one of its
 * customers. Returns whether the limit allowed them, how many units are left, and when the limit begins anew.
 */
export async function rate(
  { attempts, clock }: Context,
  { accessId, test }: CustomerSpace,
  { type, count }: { type: MeterType; count: number },
  customerId?: string,
) {
  const { allowed, remaining, msBeforeNext } = await attempts.rate(
    [accessId, String(test), type, customerId ?? ''],
    count,
  )
  return { allowed, remaining, resetAt: new Date(clock.now().getTime() + msBeforeNext).toISOString() }
}

/**
 * Counts `parameters.count` units of `type` as use of the customer to whom the token belongs. Returns the total use of
 * the developer organisation in this calendar month (UTC). Throws the errors of `ownToken`, and `no_credit` if the
 * total would exceed the monthly limit. `context.database` must be a transaction.
 */
export async function meterToken(
  context: Context,
  key: ApiKey,
  { token, type, parameters }: { token: string; type: MeterType; parameters: { count: number } },
) {
  const { customer } = await ownToken(context, key, token)
  return { total: await countUse(context, customer, type, parameters.count) }
}

export async function forgetTokens({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await database.delete(customerTokens).where(lt(customerTokens.expiresAt, clock.now()))
}
