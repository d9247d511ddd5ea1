import { text, uuid } from 'drizzle-orm/pg-core'

/**
 * Owner of a template, transcript or output: either a user (optionally in a directory) or a customer (optionally with a
 * customer user). Every table with owners has these four columns (product 7.9).
 */
export const ownerColumns = {
  userId: uuid(),
  directoryId: uuid(),
  customerId: uuid(),
  customerUserId: text(),
}
