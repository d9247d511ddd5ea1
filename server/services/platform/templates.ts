import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import {
  type CustomerTemplate,
  type CustomerTemplateChange,
  type CustomerTemplateDraft,
  type ListQuery,
  limits,
  questionnaireLinks,
} from '../../../lib/contracts/index.ts'
import { readQuestionnaire } from '../../../lib/template/index.ts'
import {
  type ApiKey,
  type Customer,
  isListedFor,
  isNamed,
  isOwnLayout,
  isVisibleLayout,
  theNamed,
} from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { customers, customerUsers, layouts } from '../../store/schema/index.ts'
import { countUse } from '../access/meters.ts'
import { forgetAnswers } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { createLayout, deleteLayout, updateLayout } from '../layouts/index.ts'
import { countRows, matches, pageOf } from '../lists.ts'
import { ownedIn } from './owned.ts'

const selectRows = ({ database }: Context) =>
  database
    .select({
      ...getTableColumns(layouts),
      userIdentifier: customerUsers.identifier,
      customerIdentifier: customers.identifier,
    })
    .from(layouts)
    .innerJoin(customers, eq(customers.id, layouts.customerId))
    .leftJoin(customerUsers, eq(customerUsers.id, layouts.customerUserId))

type Row = Awaited<ReturnType<typeof selectRows>>[number]

const toTemplate = (row: Row, customer: Pick<Customer, 'test'>): CustomerTemplate => ({
  id: row.id,
  templateIdentifier: row.identifier ?? row.id,
  ...ownedIn(customer, row),
  name: row.name,
  type: row.type,
  ...(row.group === null ? {} : { group: row.group }),
  ...row.definition,
  ...(row.questionnaire === null ? {} : { questionnaire: questionnaireLinks.parse(row.questionnaire) }),
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const find = async (context: Context, customer: Customer, name: string, which: SQL | undefined): Promise<Row> =>
  theNamed(await selectRows(context).where(and(which, isNamed(layouts, name))), customer, name)

/**
 * Returns the row of a template that this customer may read. `name`: the identifier or the id of the template. Throws
 * `not_found`, and `conflict` if several templates have this identifier.
 */
export const findTemplate = (context: Context, customer: Customer, name: string): Promise<Row> =>
  find(context, customer, name, isVisibleLayout(customer))

/** Lists the templates of a customer or, for a key, of all its customers. */
export async function listTemplates(context: Context, customer: Customer | ApiKey, query: ListQuery) {
  const { name, group, identifier, updatedAt, id } = layouts
  const condition = and(isListedFor(layouts, customer), matches(query.search, name, group, identifier))
  const total = await countRows(context.database, layouts, condition)
  const rows = await selectRows(context)
    .where(condition)
    .orderBy(desc(updatedAt), id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(
    rows.map((row) => toTemplate(row, customer)),
    total,
    query,
  )
}

export const getTemplate = async (context: Context, customer: Customer, name: string): Promise<CustomerTemplate> =>
  toTemplate(await findTemplate(context, customer, name), customer)

/**
 * Creates a template from fields, a text or a FHIR Questionnaire, and counts it for the monthly limit. Throws
 * `conflict` if the identifier is taken, `no_credit` if the monthly limit is reached, and `invalid_request` if the
 * draft or the Questionnaire has errors. `context.database` must be a transaction.
 */
export async function submitTemplate(
  context: Context,
  customer: Customer,
  { templateIdentifier: identifier, questionnaire, ...draft }: CustomerTemplateDraft,
): Promise<CustomerTemplate> {
  const questionnaireContent = questionnaire === undefined ? null : fromQuestionnaire(questionnaire, draft)
  const { _id } = await createLayout(
    context,
    customer,
    { ...draft, ...questionnaireContent?.content, source: 'other' },
    { identifier, ...(questionnaireContent === null ? {} : { questionnaire: questionnaireContent.links }) },
  )
  const template = await getTemplate(context, customer, _id)
  await countUse(context, customer, 'template', 1)
  return questionnaireContent === null ? template : { ...template, notes: questionnaireContent.notes }
}

/**
 * Converts a FHIR Questionnaire to the content of a template. The instructions of the draft come before those of the
 * Questionnaire. Throws `invalid_request`.
 */
function fromQuestionnaire(
  questionnaire: object,
  draft: Pick<CustomerTemplateDraft, 'fields' | 'text' | 'instructions'>,
) {
  const refuse = (message: string) => new Problem('invalid_request', message, [{ path: 'body.questionnaire', message }])
  if (draft.fields !== undefined || draft.text !== undefined)
    throw refuse('Send exactly one of questionnaire, fields and text.')
  // The schema of the request has only checked that the object is a Questionnaire. Its items are checked here.
  const result = readQuestionnaire(questionnaire)
  if ('problems' in result) throw refuse(result.problems[0]?.message ?? 'This is not a FHIR Questionnaire.')
  const { template, notes, links } = result
  const instructions = [draft.instructions, template.instructions].filter(Boolean).join('\n')
  return {
    content: { fields: template.fields, instructions: instructions.slice(0, limits.instructionsMax) },
    notes,
    links,
  }
}

/**
 * Replaces a template. Throws `not_found`, `conflict` if several templates have the identifier `name`,
 * `changed_meanwhile` if the template was changed since `version`, and `invalid_request` if the draft has errors.
 */
export async function changeTemplate(
  context: Context,
  customer: Customer,
  name: string,
  { version, ...draft }: CustomerTemplateChange,
): Promise<CustomerTemplate> {
  const row = await find(context, customer, name, isOwnLayout(customer))
  const layout = { ...draft, source: row.source }
  await updateLayout(context, customer, row.id, { version: version ?? row.version, layout })
  return getTemplate(context, customer, row.id)
}

export async function deleteTemplate(context: Context, customer: Customer, name: string): Promise<void> {
  const { id } = await find(context, customer, name, isOwnLayout(customer))
  await deleteLayout(context, customer, id)
  await forgetAnswers(context, id)
}
