import type { Context } from '../index.ts'
import { patiently } from '../jobs/index.ts'
import { countMinutes } from './meters.ts'

class CountUncertain extends Error {
  override name = 'CountUncertain'
}

/**
 * Counts the minutes of sound of one connection, rounded up. The meter, the dashboard and the use for Metronome are
 * written in one transaction. If the database is unavailable, tries again for up to 60 s, or until `closing` aborts.
 * Does not try again if the commit failed: the database may have committed before the connection to it broke, and the
 * minutes would be counted twice.
 */
export async function countHeard(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  customerId: string,
  frames: number,
  closing: AbortSignal,
): Promise<void> {
  const countOnce = async () => {
    let isCommitting = false
    try {
      await database.transaction(async (tx) => {
        await countMinutes({ database: tx, clock }, customerId, frames)
        isCommitting = true
      })
    } catch (error) {
      throw isCommitting ? new CountUncertain() : error
    }
  }
  await patiently(countOnce, closing)
}
