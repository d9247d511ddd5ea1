import { and, eq, inArray, type SQL } from 'drizzle-orm'
import {
  type CustomerOutput,
  type CustomerOutputEdit,
  type CustomerOutputFilters,
  type CustomerOutputRequest,
  questionnaireLinks,
  type Result,
  type Spent,
} from '../../../lib/contracts/index.ts'
import {
  type ApiKey,
  type Customer,
  isListedFor,
  isNamed,
  isOwnReport,
  isReadableReport,
  isVisibleLayout,
  ownedBy,
  ownerOf,
  theNamed,
} from '../../authority/index.ts'
import { embeddedWriter } from '../../generation/index.ts'
import { Problem } from '../../problem.ts'
import { customers, customerUsers, layouts, outputs, transcripts } from '../../store/schema/index.ts'
import { auditRead } from '../audit.ts'
import type { Context } from '../index.ts'
import { refuseProblems } from '../layouts/index.ts'
import { countNewest, isOnPage, matches, type NewestFirst, newestOrder, pageOf } from '../lists.ts'
import { createReport, deleteReport, editReport, waitForReport } from '../reports/index.ts'
import { shownColumns, toReport } from '../reports/read.ts'
import { sealedOutput } from '../reports/sealed.ts'
import { ownedIn } from './owned.ts'
import { findTemplate } from './templates.ts'
import { findTranscript, submitText } from './transcripts.ts'

const summaryColumns = {
  id: outputs.id,
  identifier: outputs.identifier,
  customerUserId: outputs.customerUserId,
  userIdentifier: customerUsers.identifier,
  customerIdentifier: customers.identifier,
  title: outputs.title,
  status: outputs.status,
  statusText: outputs.statusText,
  createdAt: outputs.createdAt,
  updatedAt: outputs.updatedAt,
  firstResultAt: outputs.firstResultAt,
  finishedAt: outputs.finishedAt,
}

/**
 * Query for the outputs of all customers, with the identifiers of their template and transcript, if these exist and
 * this customer may use them. Callers must add a condition for the outputs. Otherwise, the query would return outputs
 * of other customers.
 */
const selectRows = ({ database }: Context, customer: Customer) =>
  database
    .select({
      ...shownColumns,
      userIdentifier: customerUsers.identifier,
      customerIdentifier: customers.identifier,
      storedTranscriptId: transcripts.id,
      transcriptIdentifier: transcripts.identifier,
      visibleLayoutId: layouts.id,
      templateIdentifier: layouts.identifier,
      questionnaire: layouts.questionnaire,
    })
    .from(outputs)
    .innerJoin(customers, eq(customers.id, outputs.customerId))
    .leftJoin(customerUsers, eq(customerUsers.id, outputs.customerUserId))
    .leftJoin(transcripts, and(eq(transcripts.id, outputs.transcriptId), ownedBy(transcripts, ownerOf(customer))))
    .leftJoin(layouts, and(eq(layouts.id, outputs.layoutId), isVisibleLayout(customer)))

type Row = Awaited<ReturnType<typeof selectRows>>[number]

const elapsedMs = (createdAt: Date, at: Date | null): number | null =>
  at === null ? null : Math.max(0, at.getTime() - createdAt.getTime())

const summaryOf = (row: Pick<Row, keyof typeof summaryColumns>, customer: Pick<Customer, 'test'>) => ({
  id: row.id,
  outputIdentifier: row.identifier ?? row.id,
  ...ownedIn(customer, row),
  title: row.title,
  status: row.status,
  ...(row.statusText === null ? {} : { statusText: row.statusText }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  latency: {
    firstFieldMs: elapsedMs(row.createdAt, row.firstResultAt),
    totalMs: elapsedMs(row.createdAt, row.finishedAt),
  },
})

/**
 * True if Chartside has written the output. False if the output failed, even if a person has entered all its values
 * since. Outputs of older versions of the server have no `finishedAt`; they count as written if at least one value was
 * not entered by a person.
 */
const isWritten = ({ finishedAt }: Pick<Row, 'finishedAt'>, results: readonly Result[]): boolean =>
  finishedAt !== null || results.some(({ state }) => state !== 'entered')

/**
 * Returns the tokens and the cost of an output, in US dollars. Null cost: the price of a model is not known. If `spent`
 * is undefined and the output is written (`isWritten`), the built-in writer wrote it. This writer uses no tokens.
 */
function usageOf(spent: readonly Spent[] | undefined, isWritten: boolean): CustomerOutput['usage'] {
  const sum = (of: (one: Spent) => number) => (spent ?? []).reduce((total, one) => total + of(one), 0)
  const isPriced = (spent ?? []).every(({ costUsd }) => costUsd !== undefined)
  return {
    costUsd: isPriced ? sum(({ costUsd = 0 }) => costUsd) : null,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cachedInputTokens: sum(({ cachedInputTokens = 0 }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    ...reviewOf(spent),
    models: spent === undefined ? (isWritten ? [embeddedWriter.name] : []) : spent.map(({ model }) => model),
  }
}

function reviewOf(spent: readonly Spent[] = []): Pick<CustomerOutput['usage'], 'review'> {
  const reviews = spent.flatMap(({ review = [] }) => review)
  if (reviews.length === 0) return {}
  const sum = (of: (one: (typeof reviews)[number]) => number) => reviews.reduce((total, one) => total + of(one), 0)
  const isPriced = reviews.every(({ costUsd }) => costUsd !== undefined)
  return {
    review: {
      costUsd: isPriced ? sum(({ costUsd = 0 }) => costUsd) : null,
      inputTokens: sum(({ inputTokens }) => inputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
    },
  }
}

const find = async (context: Context, customer: Customer, name: string, which: SQL | undefined): Promise<Row> =>
  theNamed(await selectRows(context, customer).where(and(which, isNamed(outputs, name))), customer, name)

async function toOutput(context: Context, customer: Customer, row: Row): Promise<CustomerOutput> {
  const {
    results,
    omissions,
    notices,
    unanswered,
    spent,
    template,
    context: visit,
    style,
    version,
  } = await toReport(context, customer, { ...row, author: null })
  const { openDescription } = sealedOutput(context.store.encryption)
  return {
    ...summaryOf(row, customer),
    ...(row.description === null ? {} : { description: openDescription(row.id, row.description) }),
    ...namesOf(row),
    template,
    context: visit,
    ...(style === undefined ? {} : { style }),
    results,
    omissions,
    notices,
    ...(unanswered === undefined ? {} : { unanswered }),
    usage: usageOf(spent, row.content !== null && isWritten(row, results)),
    version,
    ...(row.questionnaire === null ? {} : { questionnaire: questionnaireLinks.parse(row.questionnaire) }),
  }
}

const namesOf = ({ visibleLayoutId, templateIdentifier, storedTranscriptId, transcriptIdentifier }: Row) => ({
  ...(visibleLayoutId === null ? {} : { templateIdentifier: templateIdentifier ?? visibleLayoutId }),
  ...(storedTranscriptId === null ? {} : { transcriptIdentifier: transcriptIdentifier ?? storedTranscriptId }),
})

/** Lists the outputs of a customer or, for a key, of all its customers. */
export async function listOutputs(context: Context, customer: Customer | ApiKey, query: CustomerOutputFilters) {
  const { status, templateIdentifier, transcriptIdentifier } = query
  const list: NewestFirst = {
    table: outputs,
    id: outputs.id,
    at: outputs.createdAt,
    anyOf: [isListedFor(outputs, customer)],
    where: and(
      matches(query.search, outputs.title, outputs.identifier),
      status === undefined ? undefined : eq(outputs.status, status),
      templateIdentifier === undefined
        ? undefined
        : inArray(
            outputs.layoutId,
            context.database
              .select({ id: layouts.id })
              .from(layouts)
              .where(and(isListedFor(layouts, customer), isNamed(layouts, templateIdentifier))),
          ),
      transcriptIdentifier === undefined
        ? undefined
        : inArray(
            outputs.transcriptId,
            context.database
              .select({ id: transcripts.id })
              .from(transcripts)
              .where(and(isListedFor(transcripts, customer), isNamed(transcripts, transcriptIdentifier))),
          ),
    ),
  }
  const total = await countNewest(context.database, list)
  const rows = await context.database
    .select(summaryColumns)
    .from(outputs)
    .innerJoin(customers, eq(customers.id, outputs.customerId))
    .leftJoin(customerUsers, eq(customerUsers.id, outputs.customerUserId))
    .where(isOnPage(list, query))
    .orderBy(...newestOrder(list))
  return pageOf(
    rows.map((row) => summaryOf(row, customer)),
    total,
    query,
  )
}

const readOutput = async (context: Context, customer: Customer, name: string): Promise<CustomerOutput> =>
  toOutput(context, customer, await find(context, customer, name, isReadableReport(customer)))

/**
 * Returns one output, and records the reader in the audit log. `name`: the identifier or the id of the output. Throws
 * `not_found`, and `conflict` if several outputs have this identifier.
 */
export async function getOutput(context: Context, customer: Customer, name: string): Promise<CustomerOutput> {
  const output = await readOutput(context, customer, name)
  await auditRead(context, customer, 'report.read', output.id)
  return output
}

const either = (path: string, message: string) => new Problem('invalid_request', message, [{ path, message }])

/**
 * Stores an output and the job that writes it, and counts the output for the monthly limit. Throws `invalid_request` if
 * the request or its template has errors, `not_found` for an unknown template or transcript, `nothing_said` if the
 * transcript has no speech, `no_credit` if the monthly limit is reached, `locked` while the template is being
 * generated, and `conflict` if an identifier is taken or belongs to several objects. `context.database` must be a
 * transaction.
 */
export async function generateOutput(
  context: Context,
  customer: Customer,
  request: CustomerOutputRequest,
): Promise<CustomerOutput> {
  const { templateIdentifier, template, transcriptIdentifier, transcript, language, context: visit } = request
  if ((templateIdentifier === undefined) === (template === undefined))
    throw either('body.template', 'Send either templateIdentifier or template.')
  if ((transcriptIdentifier === undefined) === (transcript === undefined))
    throw either('body.transcript', 'Send either transcriptIdentifier or transcript.')
  if (transcript === undefined && language !== undefined)
    throw either(
      'body.language',
      'Send language only together with transcript. A stored transcript has its own language.',
    )
  if (template !== undefined) refuseProblems(template)
  const from =
    template === undefined
      ? { layoutId: (await findTemplate(context, customer, templateIdentifier ?? '')).id }
      : { given: { id: 'given', ...template } }
  const words =
    transcript === undefined
      ? await findTranscript(context, customer, transcriptIdentifier ?? '')
      : await submitText(context, customer, { text: transcript, language: language ?? 'en' })
  const reportRequest = {
    ...from,
    transcriptId: words.id,
    context: visit,
    patientId: visit.patient?.identifier ?? '',
    title: request.title,
    style: request.style,
  }
  const choices = { identifier: request.outputIdentifier, description: request.description }
  const { _id } = await createReport(context, customer, reportRequest, choices)
  return readOutput(context, customer, _id)
}

export async function waitForOutput(
  context: Context,
  customer: Customer,
  id: string,
  seconds: number,
  signal: AbortSignal,
): Promise<CustomerOutput> {
  await waitForReport(context, customer, id, seconds, signal)
  return readOutput(context, customer, id)
}

/**
 * Edits an output. Throws `not_found`, `conflict` if several outputs have the identifier `name`, `changed_meanwhile` if
 * the output was changed since `version`, and `locked` while the output is being written.
 */
export async function editOutput(
  context: Context,
  customer: Customer,
  name: string,
  { version, ...edit }: CustomerOutputEdit,
): Promise<CustomerOutput> {
  const row = await find(context, customer, name, isOwnReport(customer))
  await editReport(context, customer, row.id, { version: version ?? row.version, ...edit })
  return readOutput(context, customer, row.id)
}

/**
 * Deletes an output permanently. If the output is still being written, it no longer counts for the monthly limit.
 * Throws `not_found`, and `conflict` if several outputs have the identifier `name`.
 */
export async function deleteOutput(context: Context, customer: Customer, name: string): Promise<void> {
  const { id } = await find(context, customer, name, isOwnReport(customer))
  await deleteReport(context, customer, id)
}
