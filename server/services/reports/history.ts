import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { Output, ReportChange } from '../../../lib/contracts/index.ts'
import { writerOf } from '../../../lib/report/index.ts'
import type { Person } from '../../authority/index.ts'
import { outputChanges } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { pageOf } from '../lists.ts'
import { auditOthersReport, findReport, type Row } from './read.ts'
import { sealedOutput } from './sealed.ts'

export async function listReportHistory(
  context: Context,
  principal: Person,
  id: string,
  query: { offset: number; limit: number },
) {
  const row = await findReport(context, principal, id)
  await auditOthersReport(context, principal, row)
  const sealed = sealedOutput(context.store.encryption)
  const [countRow] = await context.database
    .select({ changes: count() })
    .from(outputChanges)
    .where(eq(outputChanges.outputId, id))
  const changes = countRow?.changes ?? 0
  const rows = await context.database
    .select()
    .from(outputChanges)
    .where(eq(outputChanges.outputId, id))
    .orderBy(desc(outputChanges.version))
    .limit(query.limit)
    .offset(query.offset)
  const items: ReportChange[] = rows.map(({ version, at, by, kind, content }) => {
    const { before: _, ...shownChange } = sealed.openChange(id, version, content)
    return { version, at: at.toISOString(), by, kind, ...shownChange }
  })
  const reachesEnd = query.offset <= changes && query.offset + query.limit > changes
  if (!reachesEnd) return pageOf(items, changes + 1, query)
  const first = await contentAtFirst(context, row)
  const writer = first === null ? null : writerOf(first)
  const generation: ReportChange = {
    version: 1,
    at: row.createdAt.toISOString(),
    by: row.author ?? 'a former member',
    kind: 'generated',
    ...(writer === null ? {} : { writer }),
    changes: [],
  }
  return pageOf([...items, generation], changes + 1, query)
}

/**
 * Returns the content of a report before its values were first changed. Null if the report has no content, for example
 * because it is being written.
 */
async function contentAtFirst({ database, store }: Context, row: Row): Promise<Output | null> {
  const { openChange, openContent } = sealedOutput(store.encryption)
  const [change] = await database
    .select({ version: outputChanges.version, content: outputChanges.content })
    .from(outputChanges)
    .where(and(eq(outputChanges.outputId, row.id), inArray(outputChanges.kind, ['edited', 'rewritten'])))
    .orderBy(asc(outputChanges.version))
    .limit(1)
  if (change !== undefined) return openChange(row.id, change.version, change.content).before?.content ?? null
  return row.content === null ? null : openContent(row.id, row.content)
}
