import { and, asc, eq, getTableColumns, ne, type SQL } from 'drizzle-orm'
import type { ListQuery, Output, Report, ReportSearch, ReportSummary, Result } from '../../../lib/contracts/index.ts'
import { noticesNow, stillUnanswered } from '../../../lib/report/index.ts'
import { type Caller, isOwnReport, isReadableReport, readableReports, reportAccessOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { places } from '../../store/places.ts'
import { outputEvents, outputs, transcripts, users } from '../../store/schema/index.ts'
import { auditRead } from '../audit.ts'
import type { Context } from '../index.ts'
import { countNewest, isOnPage, matches, type NewestFirst, newestOrder, pageOf } from '../lists.ts'
import { isFound, openName } from '../patient-names.ts'
import { fieldsOf, sealedOutput } from './sealed.ts'

/**
 * All columns except `source` (the encrypted turns of the session) and `progress`. These two columns hold most of the
 * bytes of a row, and no query that reads a report needs them.
 */
export const { source: _, progress: __, ...shownColumns } = getTableColumns(outputs)

export type Row = Omit<typeof outputs.$inferSelect, 'source' | 'progress'> & {
  author: string | null
  storedTranscriptId: string | null
}

/**
 * Query for reports of all owners, with the email of the author and the id of the transcript. Callers must add a
 * condition. Otherwise, the query would return reports that the caller may not read.
 */
export const selectRows = (database: Database) =>
  database
    .select({ ...shownColumns, author: users.email, storedTranscriptId: transcripts.id })
    .from(outputs)
    .leftJoin(users, eq(users.id, outputs.userId))
    .leftJoin(transcripts, eq(transcripts.id, outputs.transcriptId))

const summaryColumns = {
  id: outputs.id,
  title: outputs.title,
  status: outputs.status,
  statusText: outputs.statusText,
  patientId: outputs.patientId,
  patientName: outputs.patientName,
  filledAt: outputs.filledAt,
  createdAt: outputs.createdAt,
  userId: outputs.userId,
  customerUserId: outputs.customerUserId,
  author: users.email,
  storedTranscriptId: transcripts.id,
}

export function toSummary(
  context: Pick<Context, 'store'>,
  row: Pick<Row, keyof typeof summaryColumns>,
  person: Caller,
): ReportSummary {
  return {
    _id: row.id,
    title: row.title,
    status: row.status,
    ...(row.statusText === null ? {} : { statusText: row.statusText }),
    patientId: row.patientId,
    ...openName(context, places.outputPatient(row.id), row.patientName),
    ...(row.filledAt === null ? {} : { filledAt: row.filledAt.toISOString() }),
    createdAt: row.createdAt.toISOString(),
    access: reportAccessOf(row, person),
    ...(row.author === null ? {} : { author: row.author }),
    ...(row.storedTranscriptId === null ? {} : { transcriptId: row.storedTranscriptId }),
  }
}

export const findReport = (context: Context, principal: Caller, id: string): Promise<Row> =>
  find(context, id, isReadableReport(principal))

export const findOwnReport = (context: Context, principal: Caller, id: string): Promise<Row> =>
  find(context, id, isOwnReport(principal))

async function find({ database }: Context, id: string, isAllowed: SQL | undefined): Promise<Row> {
  const [row] = await selectRows(database).where(and(eq(outputs.id, id), isAllowed))
  if (row === undefined) throw new Problem('not_found')
  return row
}

export async function findStatus({ database }: Context, principal: Caller, id: string) {
  const [row] = await database
    .select({ status: outputs.status, statusText: outputs.statusText })
    .from(outputs)
    .where(and(eq(outputs.id, id), isReadableReport(principal)))
  if (row === undefined) throw new Problem('not_found')
  return row
}

const transcriptGone = 'The transcript of this note was deleted. The note keeps its quotes from the transcript.'

/**
 * Converts a row to the API format, for this person. A report that is still being written contains the field results
 * that are already stored. If the transcript was deleted, the report contains a notice about the deletion.
 */
export async function toReport(context: Context, principal: Caller, row: Row): Promise<Report> {
  const sealed = sealedOutput(context.store.encryption)
  const { template, context: visit, dynamicFields, style } = sealed.openRequest(row.id, row.request)
  const content: Output =
    row.content === null
      ? { results: row.status === 'failed' ? [] : await resultsSoFar(context, row), omissions: [], notices: [] }
      : sealed.openContent(row.id, row.content)
  const names = new Map(fieldsOf({ template, dynamicFields }).map(({ id, name }) => [id, name]))
  const unanswered = stillUnanswered(content)
  const isGone = row.transcriptId !== null && row.storedTranscriptId === null
  return {
    ...toSummary(context, row, principal),
    ...(row.layoutId === null ? {} : { layoutId: row.layoutId }),
    template,
    context: visit,
    ...(style === undefined ? {} : { style }),
    ...(dynamicFields.length === 0 ? {} : { dynamicFields }),
    ...content,
    notices: [...noticesNow(content, (id) => names.get(id) ?? id), ...(isGone ? [transcriptGone] : [])],
    unanswered: unanswered.length === 0 ? undefined : unanswered,
    ...(row.signedBy === null || row.signedAt === null
      ? {}
      : { signature: { by: row.signedBy, at: row.signedAt.toISOString() } }),
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  }
}

async function resultsSoFar({ database, store }: Context, row: Row): Promise<Result[]> {
  const events = await database
    .select()
    .from(outputEvents)
    .where(and(eq(outputEvents.outputId, row.id), eq(outputEvents.attempt, row.attempt)))
    .orderBy(asc(outputEvents.sequence))
  const sealed = sealedOutput(store.encryption)
  const latest = new Map<string, Result>()
  for (const event of events) {
    const result = sealed.openEvent(event, event.result)
    latest.set(result.id, result)
  }
  return [...latest.values()]
}

export const listReports = (
  context: Context,
  principal: Caller,
  query: ListQuery & { patientId?: string | undefined },
) =>
  listWhere(
    context,
    principal,
    query,
    readableReports(principal),
    and(
      matches(query.search, outputs.title, outputs.patientId),
      query.patientId === undefined ? undefined : eq(outputs.patientId, query.patientId),
    ),
  )

const isInState = {
  draft: eq(outputs.status, 'ready'),
  unsigned: ne(outputs.status, 'signed'),
}

/** Searches the reports that the caller may read, also by the names of patients (product 12.111). */
export async function searchReports(context: Context, principal: Caller, query: ReportSearch) {
  const { state, mine } = query
  return listWhere(
    context,
    principal,
    query,
    mine === true ? [isOwnReport(principal)] : readableReports(principal),
    and(await isFound(context, principal, outputs, query), state === undefined ? undefined : isInState[state]),
  )
}

async function listWhere(
  context: Context,
  principal: Caller,
  query: Pick<ListQuery, 'offset' | 'limit'>,
  anyOf: NewestFirst['anyOf'],
  where: SQL | undefined,
) {
  const { database } = context
  const list: NewestFirst = { table: outputs, id: outputs.id, at: outputs.createdAt, anyOf, where }
  const total = await countNewest(database, list)
  const rows = await database
    .select(summaryColumns)
    .from(outputs)
    .leftJoin(users, eq(users.id, outputs.userId))
    .leftJoin(transcripts, eq(transcripts.id, outputs.transcriptId))
    .where(isOnPage(list, query))
    .orderBy(...newestOrder(list))
  return pageOf(
    rows.map((row) => toSummary(context, row, principal)),
    total,
    query,
  )
}

export const getReport = async (context: Context, principal: Caller, id: string): Promise<Report> =>
  toReport(context, principal, await findReport(context, principal, id))

/**
 * Records in the audit log that a person reads another person's report. Call it before sending a report that was loaded
 * without `readReport`. (`readReport` itself records that the report is read.)
 */
export async function auditOthersReport(context: Context, principal: Caller, row: Pick<Row, 'id' | 'userId'>) {
  if (row.userId !== principal.userId) await auditRead(context, principal, 'report.read', row.id)
}

export async function readReport(context: Context, principal: Caller, id: string): Promise<Report> {
  const report = await getReport(context, principal, id)
  await auditRead(context, principal, 'report.read', id)
  return report
}
