import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { CreditKind } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { licenses, usage } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { lockLicenses, payingLicenses, reserveCredit } from './credits.ts'
import { getActiveLicenses } from './read.ts'

/**
 * Counts one credit as used without an output, and returns the licences that pay now. Throws `no_credit` if no paying
 * licence has a credit left. `context.database` must be a transaction.
 */
export async function incrementUsage(context: Context, principal: Person, kind: CreditKind) {
  await reserveCredit(context, principal, { outputId: randomUUID(), kind, status: 'used' })
  await audit(context, principal, 'license.use', null)
  return getActiveLicenses(context, principal)
}

/**
 * Counts the used and reserved credits of the paying licences anew, from the table `usage`. The counters of the
 * licences differ from this table only if somebody has changed the database by hand.
 */
export async function syncLicenses(context: Context, principal: Person) {
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const ids = (await payingLicenses(inside, principal)).licenses.map(({ id }) => id)
    if (ids.length > 0) {
      // The licences are locked first, and the rows are counted in a second statement. A single statement would not see
      // credits that other transactions commit while it waits for the lock.
      await lockLicenses(tx, ids)
      const creditCount = (kind: CreditKind) =>
        sql`(select count(*) from ${usage} where ${usage.licenseId} = ${licenses.id} and ${eq(usage.kind, kind)})`
      await tx
        .update(licenses)
        .set({ documentUsed: creditCount('document'), sessionUsed: creditCount('session') })
        .where(inArray(licenses.id, ids))
    }
    return getActiveLicenses(inside, principal)
  })
}
