import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { CreditKind } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { licenses, usage } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { lockLicenses, payingLicenses, reserveCredit } from './credits.ts'
import { getActiveLicenses } from './read.ts'

/** Uses one credit without an output. Answers the paying licences afterwards. Throws `no_credit`. */
export async function incrementUsage(context: Context, principal: Person, kind: CreditKind) {
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    await reserveCredit(inside, principal, { outputId: randomUUID(), kind, status: 'used' })
    await audit(inside, principal, 'license.use', null)
    return getActiveLicenses(inside, principal)
  })
}

/**
 * Counts the used and reserved credits of the paying licences again from the rows of use. The counters of a licence can
 * differ from these rows only after somebody has changed the database by hand.
 */
export async function syncLicenses(context: Context, principal: Person) {
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const ids = (await payingLicenses(inside, principal)).licenses.map(({ id }) => id)
    if (ids.length > 0) {
      // Lock first, and count in a second statement. A statement that locks and counts at once would not see the credits
      // that were committed while it waited.
      await lockLicenses(tx, ids)
      const counted = (kind: CreditKind) =>
        sql`(select count(*) from ${usage} where ${usage.licenseId} = ${licenses.id} and ${eq(usage.kind, kind)})`
      await tx
        .update(licenses)
        .set({ documentUsed: counted('document'), sessionUsed: counted('session') })
        .where(inArray(licenses.id, ids))
    }
    return getActiveLicenses(inside, principal)
  })
}
