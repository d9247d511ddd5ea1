import { eq } from 'drizzle-orm'
import { type AccessLimits, accessLimits } from '../../../lib/contracts/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { accessOrganizations } from '../../store/schema/index.ts'

/**
 * Locks a developer organisation until the transaction ends, and returns its name and limits. Throws `not_found`.
 * Without the lock, two owners who leave at the same time would each count the other as the remaining owner. Also,
 * parallel calls could together exceed a limit of the organisation, such as its number of customers.
 */
export async function lockAccess(
  database: Database,
  accessId: string,
): Promise<{ name: string; limits: AccessLimits }> {
  const [row] = await database
    .select({ name: accessOrganizations.name, limits: accessOrganizations.limits })
    .from(accessOrganizations)
    .where(eq(accessOrganizations.id, accessId))
    .for('no key update')
  if (row === undefined) throw new Problem('not_found')
  return { name: row.name, limits: accessLimits.parse(row.limits) }
}
