import { sql } from 'drizzle-orm'
import { type PgColumn, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { customers, customerUsers } from './customers.ts'
import { directories } from './directories.ts'
import { users } from './users.ts'

/**
 * Owner of a template, transcript or output (product 7.9). There are three kinds:
 *
 * - a person, with the directory in which the person acted;
 * - a directory alone, after the person has deleted the account;
 * - a customer, optionally with a customer user.
 *
 * Deleting a person, a customer or a customer user fails while such rows exist, so the service that deletes the owner
 * must decide what happens to each row. A row that lost its owner could otherwise be shown to the wrong people.
 */
export const ownerColumns = () => ({
  userId: uuid().references(() => users.id, { onDelete: 'restrict' }),
  directoryId: uuid().references(() => directories.id, { onDelete: 'set null' }),
  customerId: uuid().references(() => customers.id, { onDelete: 'restrict' }),
  customerUserId: uuid().references(() => customerUsers.id, { onDelete: 'restrict' }),
})

/**
 * The identifier that a customer chose for an object, or the id of the object if the customer chose none. It is unique
 * among the objects of the same customer and the same customer user. Null for objects that belong to a person and not
 * to a customer.
 */
export const identifierColumn = () => ({ identifier: text() })

export const uniqueIdentifier = (
  name: string,
  columns: { customerId: PgColumn; customerUserId: PgColumn; identifier: PgColumn },
) =>
  uniqueIndex(name)
    .on(
      columns.customerId,
      sql`coalesce(${columns.customerUserId}, '00000000-0000-0000-0000-000000000000')`,
      columns.identifier,
    )
    .where(sql`${columns.customerId} is not null`)
