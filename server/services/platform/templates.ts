import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type {
  CustomerTemplate,
  CustomerTemplateChange,
  CustomerTemplateDraft,
  ListQuery,
} from '../../../lib/contracts/index.ts'
import { type Customer, isNamed, isOwnLayout, isVisibleLayout, theNamed } from '../../authority/index.ts'
import { customerUsers, layouts } from '../../store/schema/index.ts'
import { countUse } from '../access/meters.ts'
import { forgetAnswers } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { createLayout, deleteLayout, updateLayout } from '../layouts/index.ts'
import { countRows, matches, pageOf } from '../lists.ts'
import { ownedIn } from './owned.ts'

const selectRows = ({ database }: Context) =>
  database
    .select({ ...getTableColumns(layouts), userIdentifier: customerUsers.identifier })
    .from(layouts)
    .leftJoin(customerUsers, eq(customerUsers.id, layouts.customerUserId))

type Row = Awaited<ReturnType<typeof selectRows>>[number]

const toTemplate = (row: Row, customer: Customer): CustomerTemplate => ({
  id: row.id,
  templateIdentifier: row.identifier ?? row.id,
  ...ownedIn(customer, row),
  name: row.name,
  type: row.type,
  ...(row.group === null ? {} : { group: row.group }),
  ...row.definition,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const find = async (context: Context, customer: Customer, name: string, which: SQL | undefined): Promise<Row> =>
  theNamed(await selectRows(context).where(and(which, isNamed(layouts, name))), customer, name)

/** The row of a template that this customer may read. Throws `not_found`, `conflict`. */
export const findTemplate = (context: Context, customer: Customer, name: string): Promise<Row> =>
  find(context, customer, name, isVisibleLayout(customer))

/** Templates of this customer, newest first. `search` looks in names, groups and identifiers. */
export async function listTemplates(context: Context, customer: Customer, query: ListQuery) {
  const { name, group, identifier, updatedAt, id } = layouts
  const where = and(isVisibleLayout(customer), matches(query.search, name, group, identifier))
  const total = await countRows(context.database, layouts, where)
  const rows = await selectRows(context)
    .where(where)
    .orderBy(desc(updatedAt), id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(
    rows.map((row) => toTemplate(row, customer)),
    total,
    query,
  )
}

/** One template. Throws `not_found`, and `conflict` if the name means several. */
export const getTemplate = async (context: Context, customer: Customer, name: string): Promise<CustomerTemplate> =>
  toTemplate(await findTemplate(context, customer, name), customer)

/**
 * Creates a template, and counts it. Throws `conflict` if the identifier is taken, `no_credit`, `invalid_request`. The
 * context must be that of a transaction.
 */
export async function submitTemplate(
  context: Context,
  customer: Customer,
  { templateIdentifier, ...draft }: CustomerTemplateDraft,
): Promise<CustomerTemplate> {
  const { _id } = await createLayout(context, customer, { ...draft, source: 'other' }, templateIdentifier)
  const made = await getTemplate(context, customer, _id)
  await countUse(context, customer, 'template', 1)
  return made
}

/** Replaces a template. Throws `not_found`, `conflict`, `changed_meanwhile`, `invalid_request`. */
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

/** Deletes a template. Throws `not_found`, `conflict`. */
export async function deleteTemplate(context: Context, customer: Customer, name: string): Promise<void> {
  const { id } = await find(context, customer, name, isOwnLayout(customer))
  await deleteLayout(context, customer, id)
  await forgetAnswers(context, id)
}
