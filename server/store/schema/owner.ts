import { text, uuid } from 'drizzle-orm/pg-core'

/**
 * Whose a template, transcript or output is: a user (with a directory), or a customer (with an optional customer
 * user). Every such table carries all four (design §4).
 */
export const ownerColumns = {
  userId: uuid(),
  directoryId: uuid(),
  customerId: uuid(),
  customerUserId: text(),
}
