import { and, eq, exists, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { hashToken, newToken } from '../../auth/tokens.ts'
import type { Customer } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { accessKeys, customers, customerTickets, customerUsers } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { refuseOverLimit } from './meters.ts'
import { mayEmbed } from './origins.ts'

const ticketMs = 60_000

type Stored = Pick<Context, 'database' | 'clock'>

const callingPage = z.looseObject({ origin: z.string().optional(), host: z.string().optional() })

/** True if the page belongs to this server itself. */
const isOwnPage = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && host !== undefined && new URL(origin).host === host

/**
 * Creates a ticket with which this customer opens one transcription socket within 60 s (product 12.84). A page must
 * open the socket from the origin that requested the ticket. Throws `cross_origin` if the developer organisation does
 * not list the origin or has not proven it, or if a token that is only for embedding comes from another page than the embedded frame. Throws
 * `no_engine` for a sandbox key or without a speech engine, `no_credit` if the monthly limit of minutes is reached, and
 * `forbidden` for a caller without a key.
 */
export async function createCustomerTicket(
  context: Context,
  customer: Customer,
  headers: Record<string, unknown>,
): Promise<{ ticket: string; expiresAt: string }> {
  const { database, clock, speech } = context
  const { origin, host } = callingPage.parse(headers)
  if (customer.test)
    throw new Problem(
      'no_engine',
      'Sound cannot be sent with a sandbox key, because transcribing costs money. Use a live key.',
    )
  if (speech.engine === null) throw new Problem('no_engine', speech.message)
  if (customer.keyId === null) throw new Problem('forbidden')
  const isOwn = origin !== undefined && isOwnPage(origin, host)
  // A token that is only for embedding must not transcribe in a page of the customer, only in the embedded frame of
  // Chartside.
  if (customer.scope !== 'all' && !isOwn)
    throw new Problem(
      'cross_origin',
      'This token works only in the embedded dictation box of Chartside. To transcribe in your own page, request a token with the scope “all”.',
    )
  if (origin !== undefined && !isOwn && !(await mayEmbed(context, customer.accessId, origin)).listed)
    throw new Problem('cross_origin', notListed(origin))
  await refuseOverLimit(context, customer, 'minute')
  const ticket = newToken()
  const expiresAt = new Date(clock.now().getTime() + ticketMs)
  const { keyId, customerId, customerUserId, scope, address } = customer
  await database.insert(customerTickets).values({
    hash: hashToken(ticket),
    keyId,
    customerId,
    customerUserId,
    scope,
    origin: origin ?? null,
    address,
    expiresAt,
  })
  return { ticket, expiresAt: expiresAt.toISOString() }
}

const notListed = (origin: string) =>
  `The address ${origin} is not allowed to embed Chartside. Add the address and its proof in the developer portal, under Embedding.`

const isUsable = ({ clock }: Stored, ticket: string) =>
  and(
    eq(customerTickets.hash, hashToken(ticket)),
    isNull(customerTickets.usedAt),
    gt(customerTickets.expiresAt, clock.now()),
  )

/**
 * True if this ticket is not used yet and was made for a page of this origin, and if the developer organisation still
 * lists the origin and owns it.
 */
export async function admitsOrigin(context: Stored, ticket: string, origin: string): Promise<boolean> {
  const [row] = await context.database
    .select({ accessId: customers.accessId })
    .from(customerTickets)
    .innerJoin(customers, eq(customers.id, customerTickets.customerId))
    .where(and(isUsable(context, ticket), eq(customerTickets.origin, origin)))
  return row !== undefined && (await mayEmbed(context, row.accessId, origin)).listed
}

export type RedeemedCustomer = Pick<
  typeof customerTickets.$inferSelect,
  'keyId' | 'customerId' | 'customerUserId' | 'scope' | 'address'
>

/**
 * Redeems a ticket, which can be used only once, and returns its customer. Returns null if the ticket is unknown, used
 * or expired, if it was made for another origin, or if its key, customer or user was removed. `origin`: the origin of
 * the page that opens the socket; null for a program without a browser.
 */
export async function redeemCustomerTicket(
  context: Stored,
  ticket: string,
  origin: string | null,
): Promise<RedeemedCustomer | null> {
  const { keyId, customerId, customerUserId, scope, address } = customerTickets
  const [redeemed] = await context.database
    .update(customerTickets)
    .set({ usedAt: context.clock.now() })
    .where(
      and(
        isUsable(context, ticket),
        origin === null ? isNull(customerTickets.origin) : eq(customerTickets.origin, origin),
      ),
    )
    .returning({ keyId, customerId, customerUserId, scope, address })
  return redeemed !== undefined && (await isCustomerAlive(context, redeemed)) ? redeemed : null
}

export async function isCustomerAlive(
  { database, clock }: Stored,
  { keyId, customerId, customerUserId }: Pick<RedeemedCustomer, 'keyId' | 'customerId' | 'customerUserId'>,
): Promise<boolean> {
  const isThere = (userId: string) =>
    exists(database.select({ one: sql`1` }).from(customerUsers).where(eq(customerUsers.id, userId)))
  const [row] = await database
    .select({ id: customers.id })
    .from(customers)
    .innerJoin(accessKeys, eq(accessKeys.accessId, customers.accessId))
    .where(
      and(
        eq(customers.id, customerId),
        eq(accessKeys.id, keyId),
        or(isNull(accessKeys.expiresAt), gt(accessKeys.expiresAt, clock.now())),
        customerUserId === null ? undefined : isThere(customerUserId),
      ),
    )
  return row !== undefined
}

export async function forgetCustomerTickets({ database, clock }: Stored): Promise<void> {
  await database.delete(customerTickets).where(lt(customerTickets.expiresAt, clock.now()))
}
