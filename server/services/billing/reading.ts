import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Person } from '../../authority/index.ts'
import { subscriptions } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { isLive, settleAgain } from './again.ts'
import { settlingWork } from './settle.ts'

const freshMs = 10_000
const dayMs = 24 * 60 * 60_000
const patienceMs = 10_000
const pollMs = 50

const readBefore = (time: Date) => or(lt(subscriptions.readAt, time), sql`${subscriptions.readAt} is null`)

/**
 * Reads the subscriptions of the directory in which this person acts again, and waits for the result. Leaves out
 * subscriptions that were read in the last 10 seconds. If the payment service fails, jobs read the subscriptions later.
 */
export async function readOwnAgain(context: Context, person: Person, signal: AbortSignal): Promise<void> {
  if (context.billing === null || person.directory === null) return
  const cutoff = new Date(context.clock.now().getTime() - freshMs)
  const which = and(eq(subscriptions.directoryId, person.directory.id), isLive, readBefore(cutoff))
  const rows = await context.database.transaction((tx) => settleAgain({ ...context, database: tx }, which))
  const work = settlingWork({ ...context, billing: context.billing })
  const ids = rows.map(({ id }) => id)
  for (const id of ids) await work.begin(id, signal).done
  // Another job may hold the row: it reads the row again, because its revision has changed.
  const giveUpAt = Date.now() + patienceMs
  while ((await isBeingRead(context, ids)) && !signal.aborted && Date.now() < giveUpAt) await pause(pollMs)
}

async function isBeingRead({ database }: Context, ids: string[]): Promise<boolean> {
  const isHeld = or(isNotNull(subscriptions.leaseOwner), lt(subscriptions.leaseUntil, sql`now()`))
  const rows = await database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(inArray(subscriptions.id, ids), eq(subscriptions.status, 'generating'), isHeld))
    .limit(1)
  return rows.length > 0
}

/**
 * Enqueues a job for each subscription that was last read more than a day ago. The job reads the subscription from the
 * payment service again, because an event of this service may have been lost. Subscriptions that have ended are not
 * read.
 */
export async function readOldAgain(context: Context): Promise<void> {
  if (context.billing === null) return
  const cutoff = new Date(context.clock.now().getTime() - dayMs)
  await context.database.transaction((tx) =>
    settleAgain({ ...context, database: tx }, and(isLive, eq(subscriptions.status, 'settled'), readBefore(cutoff))),
  )
}
