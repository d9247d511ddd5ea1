import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { License, ListQuery } from '../../../lib/contracts/index.ts'
import { isVisibleLicense, type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { licenses } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { countRows, matches, pageOf } from '../lists.ts'
import { payingLicenses } from './credits.ts'
import { toLicense } from './row.ts'

async function list({ database, clock }: Context, isAllowed: SQL | undefined, query: ListQuery) {
  const condition = and(isAllowed, matches(query.search, licenses.product))
  const total = await countRows(database, licenses, condition)
  const rows = await database
    .select()
    .from(licenses)
    .where(condition)
    .orderBy(desc(licenses.createdAt), licenses.id)
    .limit(query.limit)
    .offset(query.offset)
  const now = clock.now()
  return pageOf(
    rows.map((row) => toLicense(row, now)),
    total,
    query,
  )
}

async function find({ database, clock }: Context, id: string, isAllowed: SQL | undefined): Promise<License> {
  const [row] = await database
    .select()
    .from(licenses)
    .where(and(eq(licenses.id, id), isAllowed))
  if (row === undefined) throw new Problem('not_found')
  return toLicense(row, clock.now())
}

export const listLicenses = (context: Context, principal: Person, query: ListQuery) =>
  list(context, isVisibleLicense(principal), query)

export const getLicense = (context: Context, principal: Person, id: string): Promise<License> =>
  find(context, id, isVisibleLicense(principal))

export async function getActiveLicenses(context: Context, principal: Person) {
  const now = context.clock.now()
  const { licenses: paying, limited } = await payingLicenses(context, principal)
  return { limited, licenses: paying.map((row) => toLicense(row, now)) }
}

export async function listDirectoryLicenses(
  context: Context,
  principal: Person,
  directoryId: string,
  query: ListQuery,
) {
  await seatIn(context.database, principal, directoryId, 'billing.manage')
  return list(context, eq(licenses.directoryId, directoryId), query)
}

export async function getDirectoryLicense(
  context: Context,
  principal: Person,
  directoryId: string,
  licenseId: string,
): Promise<License> {
  await seatIn(context.database, principal, directoryId, 'billing.manage')
  return find(context, licenseId, eq(licenses.directoryId, directoryId))
}
