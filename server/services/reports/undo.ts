import { and, eq } from 'drizzle-orm'
import type { Report } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { outputChanges } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { changeReport } from './change.ts'
import { findOwnReport } from './read.ts'
import { sealedOutput } from './sealed.ts'

/**
 * Reverts the change that created `version`: values, states, evidence and flags get their earlier content. Throws
 * `not_found`, `changed_meanwhile` if the report was changed since `version`, and `locked` if the change that created
 * `version` was neither an edit nor a rewrite.
 */
export async function undoReportChange(
  context: Context,
  principal: Person,
  id: string,
  version: number,
): Promise<Report> {
  await findOwnReport(context, principal, id)
  const [change] = await context.database
    .select({ content: outputChanges.content })
    .from(outputChanges)
    .where(and(eq(outputChanges.outputId, id), eq(outputChanges.version, version)))
  const sealed = sealedOutput(context.store.encryption)
  const previousState = change && sealed.openChange(id, version, change.content).before
  return changeReport(context, principal, id, version, () => {
    if (!previousState) throw new Problem('locked', 'There is no change that can be undone.')
    return { kind: 'undone', action: 'report.undo', ...previousState }
  })
}
