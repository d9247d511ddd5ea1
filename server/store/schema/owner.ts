import { text, uuid } from 'drizzle-orm/pg-core'
import { directories } from './directories.ts'
import { users } from './users.ts'

/**
 * Owner of a template, transcript or output (product 7.9). There are three kinds:
 *
 * - a person, with the directory in which the person acted;
 * - a directory alone, after the person has deleted the account;
 * - a customer, optionally with a customer user.
 *
 * Deleting a person fails while rows of the person exist, so the service that deletes a person must decide what happens
 * to each row. A row that lost its owner could otherwise be shown to the wrong people.
 */
export const ownerColumns = () => ({
  userId: uuid().references(() => users.id, { onDelete: 'restrict' }),
  directoryId: uuid().references(() => directories.id, { onDelete: 'set null' }),
  customerId: uuid(),
  customerUserId: text(),
})
