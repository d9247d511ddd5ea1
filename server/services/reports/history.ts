import { count, desc, eq } from 'drizzle-orm'
import type { ReportChange } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { outputChanges } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { pageOf } from '../lists.ts'
import { auditOthersReport, findReport } from './read.ts'
import { sealedOutput } from './sealed.ts'

/** Lists the changes of a report, newest first. The oldest entry is its generation. Throws `not_found`. */
export async function listReportHistory(
  context: Context,
  principal: Person,
  id: string,
  query: { offset: number; limit: number },
) {
  const row = await findReport(context, principal, id)
  await auditOthersReport(context, principal, row)
  const sealed = sealedOutput(context.store.encryption)
  const [counted] = await context.database
    .select({ changes: count() })
    .from(outputChanges)
    .where(eq(outputChanges.outputId, id))
  const changes = counted?.changes ?? 0
  const rows = await context.database
    .select()
    .from(outputChanges)
    .where(eq(outputChanges.outputId, id))
    .orderBy(desc(outputChanges.version))
    .limit(query.limit)
    .offset(query.offset)
  const items: ReportChange[] = rows.map(({ version, at, by, kind, content }) => {
    const { before: _, ...told } = sealed.openChange(id, version, content)
    return { version, at: at.toISOString(), by, kind, ...told }
  })
  const written: ReportChange = {
    version: 1,
    at: row.createdAt.toISOString(),
    by: row.author ?? 'a former member',
    kind: 'generated',
    changes: [],
  }
  const reachesEnd = query.offset <= changes && query.offset + query.limit > changes
  return pageOf(reachesEnd ? [...items, written] : items, changes + 1, query)
}
