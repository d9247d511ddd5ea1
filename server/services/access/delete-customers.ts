import { inArray, type SQL } from 'drizzle-orm'
import { isOfCustomers, isOfCustomerUser } from '../../authority/index.ts'
import type { Database } from '../../store/index.ts'
import { customers, customerUsers, layouts, outputs, transcripts } from '../../store/schema/index.ts'
import { forgetAnswers } from '../idempotency.ts'
import { releaseCredits } from '../licenses/credits.ts'
import { failWaitingForDeleted } from '../transcript-files/waiting.ts'
import { type Announcing, announce } from '../webhooks/index.ts'

/**
 * Maximum number of rows in one statement. PostgreSQL accepts at most 65,535 values in a statement, and ends a
 * statement that takes longer than the limit of the connection.
 */
const batch = 500

/** Deletes these customers with everything that belongs to them. Call it in a transaction. */
export async function deleteCustomers(context: Announcing, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) await deleteSome(context, ids.slice(from, from + batch))
}

async function deleteSome(context: Announcing, ids: readonly string[]): Promise<void> {
  const { database } = context
  // This lock prevents new rows for these customers: an insert waits for the lock, and fails when the customer is
  // deleted.
  await database
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, [...ids]))
    .orderBy(customers.id)
    .for('update')
  await deleteThings(context, (columns) => isOfCustomers(columns, ids))
  await inBatches(async () => {
    const some = database.select({ id: customerUsers.id }).from(customerUsers).where(isOfCustomers(customerUsers, ids))
    const { rowCount } = await database.delete(customerUsers).where(inArray(customerUsers.id, some.limit(batch)))
    return rowCount ?? 0
  })
  await forgetAnswers(context, ...ids)
  await database.delete(customers).where(inArray(customers.id, [...ids]))
}

/** Deletes a user of a customer with everything that belongs to the user. Call it in a transaction. */
export async function deleteCustomerUser(context: Announcing, id: string): Promise<void> {
  const { database } = context
  await database
    .select({ id: customerUsers.id })
    .from(customerUsers)
    .where(inArray(customerUsers.id, [id]))
    .for('update')
  await deleteThings(context, (columns) => isOfCustomerUser(columns, id))
  await forgetAnswers(context, id)
  await database.delete(customerUsers).where(inArray(customerUsers.id, [id]))
}

type Columns = typeof outputs | typeof transcripts | typeof layouts

async function deleteThings(context: Announcing, isTheirs: (columns: Columns) => SQL): Promise<void> {
  const { database } = context
  await inBatches(() => deleteOutputs(context, isTheirs(outputs)))
  await inBatches(() => deleteTranscripts(context, isTheirs(transcripts)))
  await inBatches(async () => {
    const some = database.select({ id: layouts.id }).from(layouts).where(isTheirs(layouts)).limit(batch)
    const rows = await database.delete(layouts).where(inArray(layouts.id, some)).returning({ id: layouts.id })
    return forget(database, rows)
  })
}

async function deleteOutputs(context: Announcing, which: SQL): Promise<number> {
  const { database } = context
  const { id, identifier, customerId, customerUserId } = outputs
  const some = database.select({ id }).from(outputs).where(which).limit(batch)
  const rows = await database
    .delete(outputs)
    .where(inArray(id, some))
    .returning({ id, identifier, customerId, customerUserId })
  await announce(context, 'output.deleted', rows)
  await releaseCredits(
    database,
    rows.map((one) => one.id),
  )
  return forget(database, rows)
}

/**
 * Deletes at most `batch` transcripts that match `which`, and returns their number. Outputs that still wait for the
 * words of a deleted transcript are marked as failed.
 */
async function deleteTranscripts(context: Announcing, which: SQL): Promise<number> {
  const { database } = context
  const { id, status } = transcripts
  const some = await database.select({ id, status }).from(transcripts).where(which).limit(batch).for('update')
  await failWaitingForDeleted(context, some)
  await database.delete(transcripts).where(
    inArray(
      id,
      some.map((one) => one.id),
    ),
  )
  return forget(database, some)
}

async function forget(database: Database, rows: readonly { id: string }[]): Promise<number> {
  await forgetAnswers({ database }, ...rows.map(({ id }) => id))
  return rows.length
}

/** Calls `deleteNext`, which deletes at most `batch` rows and returns their number, until no more rows are left. */
async function inBatches(deleteNext: () => Promise<number>): Promise<void> {
  let count = batch
  while (count === batch) count = await deleteNext()
}
