import { createHash } from 'node:crypto'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CustomerNamed } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../store/index.ts'
import { customers, customerUsers, layouts, outputs, transcripts } from '../store/schema/index.ts'
import type { ApiKey, Customer, Member } from './callers.ts'
import { type OwnerColumns, ownedBy, ownerOf } from './owned.ts'

export interface CustomerSpace {
  accessId: string
  test: boolean
}

export const spaceOf = (caller: ApiKey | Member): CustomerSpace =>
  caller.kind === 'key' ? caller : { accessId: caller.access.id, test: false }

export const isCustomerIn = ({ accessId, test }: CustomerSpace): SQL | undefined =>
  and(eq(customers.accessId, accessId), eq(customers.test, test))

/**
 * SQL condition for the rows, such as layouts, of all customers in `space`. It does not check what the caller may read,
 * so use it only to count rows.
 */
export const isOfSpace = ({ customerId }: { customerId: PgColumn }, space: CustomerSpace): SQL =>
  sql`${customerId} in (select ${customers.id} from ${customers} where ${isCustomerIn(space)})`

/**
 * SQL condition for the rows that a list shows: those of a customer, or those of all customers of a key (product 12.72).
 */
export const isListedFor = (columns: OwnerColumns, reader: Customer | ApiKey): SQL | undefined =>
  reader.kind === 'key' ? isOfSpace(columns, reader) : ownedBy(columns, ownerOf(reader))

const tables = { output: outputs, template: layouts, transcript: transcripts }
export type Thing = keyof typeof tables

/**
 * Returns the owner of the thing with this id or identifier, as the caller of a request that names no customer. An id
 * comes first, because users of one customer must not be able to take the id of a thing of another customer. Throws
 * `not_found`, and `conflict` if things of several customers have this identifier.
 */
export async function customerOfThing(database: Database, key: ApiKey, thing: Thing, name: string): Promise<Customer> {
  const table = tables[thing]
  const rows = await database
    .select({ id: table.id, customerIdentifier: customers.identifier, userIdentifier: customerUsers.identifier })
    .from(table)
    .innerJoin(customers, eq(customers.id, table.customerId))
    .leftJoin(customerUsers, eq(customerUsers.id, table.customerUserId))
    .where(and(isCustomerIn(key), isNamed(table, name)))
    .limit(3)
  const [row, second] = [...rows.filter(({ id }) => id === name), ...rows.filter(({ id }) => id !== name)]
  if (row === undefined) throw new Problem('not_found')
  if (second !== undefined && row.id !== name)
    throw new Problem('conflict', 'Several customers or users have an item with this identifier. Send customer_id too.')
  const { customerIdentifier, userIdentifier } = row
  return customerNamedBy(database, key, { customerIdentifier, ...(userIdentifier === null ? {} : { userIdentifier }) })
}

/**
 * Returns the customer that a request names, as the caller of this request. The request was sent by a member or with an
 * API key, and now has only the rights of the customer. Throws `not_found` if the developer organisation has no such
 * customer, or the customer has no such user.
 */
export async function customerNamedBy(
  database: Database,
  caller: ApiKey | Member,
  { customerIdentifier, userIdentifier }: CustomerNamed,
): Promise<Customer> {
  const space = spaceOf(caller)
  const [row] = await database
    .select({ id: customers.id, customerUserId: customerUsers.id })
    .from(customers)
    .leftJoin(
      customerUsers,
      and(
        eq(customerUsers.customerId, customers.id),
        userIdentifier === undefined ? sql`false` : eq(customerUsers.identifier, userIdentifier),
      ),
    )
    .where(and(isCustomerIn(space), eq(customers.identifier, customerIdentifier)))
  if (row === undefined || (userIdentifier !== undefined && row.customerUserId === null)) throw new Problem('not_found')
  return {
    kind: 'customer',
    accessId: space.accessId,
    keyId: caller.kind === 'key' ? caller.keyId : null,
    actingUserId: caller.kind === 'key' ? null : caller.userId,
    administratorId: caller.kind === 'key' ? null : caller.administratorId,
    customerId: row.id,
    customerIdentifier,
    customerUserId: row.customerUserId,
    userIdentifier: userIdentifier ?? null,
    scope: 'all',
    test: space.test,
    address: caller.address,
    userId: null,
    directory: null,
  }
}

/**
 * Identifies organisation, customer, user and scope of a customer (product 12.86). It is no secret: it only restricts a
 * call, and the call still needs a token with this binding. The key is not part of it, so that an organisation can
 * replace its key while frames are open.
 */
export const bindingOf = ({
  accessId,
  customerId,
  customerUserId,
  scope,
}: Pick<Customer, 'accessId' | 'customerId' | 'customerUserId' | 'scope'>): string =>
  createHash('sha256')
    .update(JSON.stringify([accessId, customerId, customerUserId, scope]))
    .digest('base64url')

interface NamedColumns {
  id: PgColumn
  identifier: PgColumn
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** SQL condition for the rows whose identifier or id is `name`. PostgreSQL can compare an id only with a UUID. */
export const isNamed = ({ id, identifier }: NamedColumns, name: string): SQL | undefined =>
  uuid.test(name) ? or(eq(identifier, name), eq(id, name)) : eq(identifier, name)

/**
 * Selects the row that `name` means for this customer. `rows` are the rows whose identifier or id is `name`. A row with
 * the identifier has priority over a row with the id. If several users of the customer have rows with the identifier,
 * selects the row of the caller, otherwise the row whose id it is: nobody can block it by choosing its id as an
 * identifier. Throws `conflict` if there is neither: the request must then name the user. Throws `not_found` if `rows`
 * is empty.
 */
export function theNamed<Row extends { id: string; identifier: string | null; customerUserId: string | null }>(
  rows: readonly Row[],
  { customerUserId }: Pick<Customer, 'customerUserId'>,
  name: string,
): Row {
  const byIdentifier = rows.filter(({ identifier }) => identifier === name)
  const match =
    byIdentifier.find((row) => row.customerUserId === customerUserId) ?? byIdentifier.find(({ id }) => id === name)
  const [first, second] = byIdentifier.length > 0 ? byIdentifier : rows
  const namedRow = match ?? first
  if (namedRow === undefined) throw new Problem('not_found')
  if (match === undefined && second !== undefined)
    throw new Problem(
      'conflict',
      'Several users of this customer have an item with this identifier. Send userIdentifier too.',
    )
  return namedRow
}
