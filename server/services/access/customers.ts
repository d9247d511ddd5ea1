import { randomUUID } from 'node:crypto'
import { and, asc, count, eq } from 'drizzle-orm'
import type { CustomerNamed, ListQuery } from '../../../lib/contracts/index.ts'
import {
  type ApiKey,
  type Customer,
  type CustomerSpace,
  customerNamedBy,
  isCustomerIn,
  type Member,
  spaceOf,
} from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { customers, customerUsers } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import { refuseTaken } from '../identifiers.ts'
import type { Context } from '../index.ts'
import { countRows, matches, pageOf } from '../lists.ts'
import { deleteCustomers, deleteCustomerUser } from './delete-customers.ts'
import { lockAccess } from './lock.ts'

const summaryOf = ({ id, identifier, createdAt }: { id: string; identifier: string; createdAt: Date }) => ({
  id,
  identifier,
  createdAt: createdAt.toISOString(),
})

export async function listCustomers({ database }: Context, member: Member, query: ListQuery) {
  const condition = and(isCustomerIn(spaceOf(member)), matches(query.search, customers.identifier))
  const total = await countRows(database, customers, condition)
  const rows = await database
    .select()
    .from(customers)
    .where(condition)
    .orderBy(asc(customers.identifier))
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(summaryOf), total, query)
}

export async function getCustomer({ database }: Context, member: Member, identifier: string) {
  const { customerId } = await customerNamedBy(database, member, { customerIdentifier: identifier })
  const [row] = await database.select().from(customers).where(eq(customers.id, customerId))
  if (row === undefined) throw new Problem('not_found')
  return summaryOf(row)
}

/**
 * Creates a customer. Throws `conflict` if the identifier is taken, `no_credit` if the organisation may have no more
 * customers. `context.database` must be a transaction.
 */
export async function addCustomer(context: Context, caller: ApiKey | Member, identifier: string) {
  const { database, clock } = context
  const space = spaceOf(caller)
  const { limits } = await lockAccess(database, space.accessId)
  const row = { id: randomUUID(), ...space, identifier, createdAt: clock.now() }
  const { id, accessId, test, createdAt } = row
  const rows = await database
    .insert(customers)
    .values({ id, accessId, test, identifier, createdAt })
    .onConflictDoNothing()
    .returning({ id: customers.id })
  refuseTaken(rows)
  await refuseTooMany(database, space, limits.customers)
  await audit(context, { ...caller, customerId: id }, 'customer.create', id)
  return summaryOf(row)
}

async function refuseTooMany(database: Database, space: CustomerSpace, limit: number | null): Promise<void> {
  if (space.test || limit === null) return
  const [present] = await database.select({ n: count() }).from(customers).where(isCustomerIn(space))
  if ((present?.n ?? 0) > limit)
    throw new Problem(
      'no_credit',
      `This organisation can have at most ${limit} customers. Ask an administrator of this server for more.`,
    )
}

export async function removeCustomer(context: Context, member: Member, identifier: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const { customerId } = await customerNamedBy(tx, member, { customerIdentifier: identifier })
    await deleteCustomers(inside, [customerId])
    await audit(inside, { ...member, customerId }, 'customer.delete', customerId)
  })
}

export async function listCustomerUsers(
  { database }: Context,
  member: Member,
  customerIdentifier: string,
  query: ListQuery,
) {
  const { customerId } = await customerNamedBy(database, member, { customerIdentifier })
  const condition = and(eq(customerUsers.customerId, customerId), matches(query.search, customerUsers.identifier))
  const total = await countRows(database, customerUsers, condition)
  const rows = await database
    .select()
    .from(customerUsers)
    .where(condition)
    .orderBy(asc(customerUsers.identifier))
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(summaryOf), total, query)
}

export async function getCustomerUser({ database }: Context, member: Member, names: Required<CustomerNamed>) {
  const { customerUserId } = await customerNamedBy(database, member, names)
  const [row] = await database
    .select()
    .from(customerUsers)
    .where(eq(customerUsers.id, customerUserId ?? ''))
  if (row === undefined) throw new Problem('not_found')
  return summaryOf(row)
}

export async function addCustomerUser(context: Context, customer: Customer, identifier: string) {
  const { database, clock } = context
  const { customerId } = customer
  const row = { id: randomUUID(), customerId, identifier, createdAt: clock.now() }
  const rows = await database.insert(customerUsers).values(row).onConflictDoNothing().returning()
  refuseTaken(rows)
  await audit(context, customer, 'customer-user.create', row.id)
  return summaryOf(row)
}

/**
 * Deletes a user of a customer with everything that belongs to the user. If a user with the same identifier is added
 * later, the new user gets none of the deleted data. Throws `not_found`.
 */
export async function removeCustomerUser(context: Context, member: Member, names: Required<CustomerNamed>) {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const customer = await customerNamedBy(tx, member, names)
    const { customerUserId } = customer
    if (customerUserId === null) throw new Problem('not_found')
    await deleteCustomerUser(inside, customerUserId)
    await audit(inside, customer, 'customer-user.delete', customerUserId)
  })
}

/**
 * Returns the customer and the user that `names` identifies. Creates the customer if it is missing, and the user if
 * `names` has a user who is missing. Call it in a transaction.
 */
export async function ensureCustomer(context: Context, key: ApiKey, names: CustomerNamed): Promise<Customer> {
  const { database } = context
  const { customerIdentifier, userIdentifier } = names
  const lookUp = () => customerNamedBy(database, key, { customerIdentifier }).catch(orNull)
  if ((await lookUp()) === null)
    // `orNull` ignores `conflict`: another call may have created the same customer at the same time.
    await addCustomer(context, key, customerIdentifier).catch(orNull)
  const customer = await customerNamedBy(database, key, { customerIdentifier })
  if (userIdentifier === undefined) return customer
  // `orNull` ignores `conflict`: another call may have created the same user at the same time.
  await addCustomerUser(context, customer, userIdentifier).catch(orNull)
  return customerNamedBy(database, key, names)
}

function orNull(error: unknown): null {
  if (error instanceof Problem && (error.code === 'not_found' || error.code === 'conflict')) return null
  throw error
}
