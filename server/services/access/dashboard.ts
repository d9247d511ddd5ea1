import { and, desc, eq, gte, inArray, like, sql } from 'drizzle-orm'
import { type Dashboard, type dashboardTypes, type MeterType, meterTypes } from '../../../lib/contracts/index.ts'
import { type CustomerSpace, isCustomerIn, isOfSpace, type Member } from '../../authority/index.ts'
import type { Database } from '../../store/index.ts'
import { accessDays, customers, customerUsers, outputs, transcripts } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'

const dayMs = 24 * 60 * 60_000
const rowsMax = 10_000

interface Asked {
  type: (typeof dashboardTypes)[number]
  days: number
  test: boolean
}

/**
 * Returns one dashboard of the developer organisation for the last `days` days (UTC), as at most 10,000 rows. Each row
 * of cost and latency is for one day and customer. Each row of use and errors is also for one meter or one error code.
 * The rows of these four dashboards are sorted by day, oldest first. If there are more than 10,000 rows, the oldest
 * rows are left out. The dashboard of customers is sorted by identifier.
 */
export async function getDashboard(
  context: Context,
  { access }: Member,
  { type, days, test }: Asked,
): Promise<Dashboard> {
  const { database, clock } = context
  const space = { accessId: access.id, test }
  const start = new Date(clock.now().getTime() - (days - 1) * dayMs)
  const from = start.toISOString().slice(0, 10)
  switch (type) {
    case 'usage': {
      const rows = await counted(database, space, from, inArray(accessDays.what, [...meterTypes]))
      return { type, rows: rows.map(({ what, ...row }) => ({ ...row, meter: what as MeterType })) }
    }
    case 'cost': {
      const rows = await counted(database, space, from, eq(accessDays.what, 'cost'))
      return { type, rows: rows.map(({ what: _, total, ...row }) => ({ ...row, costUsd: total / 1_000_000 })) }
    }
    case 'errors': {
      const rows = await counted(database, space, from, like(accessDays.what, 'error.%'))
      return { type, rows: rows.map(({ what, ...row }) => ({ ...row, code: what.slice('error.'.length) })) }
    }
    case 'latency':
      return { type, rows: await latencies(database, space, from) }
    case 'customers':
      return { type, rows: await customerRows(database, space) }
  }
}

async function counted(database: Database, space: CustomerSpace, from: string, which: ReturnType<typeof eq>) {
  const rows = await database
    .select({ day: accessDays.day, what: accessDays.what, total: accessDays.total, customer: customers.identifier })
    .from(accessDays)
    .leftJoin(customers, eq(customers.id, accessDays.customerId))
    .where(
      and(eq(accessDays.accessId, space.accessId), eq(accessDays.test, space.test), gte(accessDays.day, from), which),
    )
    .orderBy(desc(accessDays.day), desc(accessDays.what), desc(customers.identifier))
    .limit(rowsMax)
  return rows.reverse().map(({ day, what, total, customer }) => ({
    day,
    what,
    total: Math.max(0, total),
    ...(customer === null ? {} : { customerIdentifier: customer }),
  }))
}

async function latencies(database: Database, space: CustomerSpace, from: string) {
  const milliseconds = (at: typeof outputs.firstResultAt | typeof outputs.finishedAt) =>
    sql`greatest(0, extract(epoch from ${at} - ${outputs.createdAt}) * 1000)`
  const share = (part: number, of: typeof outputs.firstResultAt | typeof outputs.finishedAt) =>
    sql<number>`coalesce(round(percentile_cont(${part}::float8) within group (order by ${milliseconds(of)})), 0)::float8`
  const day = sql<string>`to_char(${outputs.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`
  const rows = await database
    .select({
      day,
      customerIdentifier: customers.identifier,
      outputs: sql<number>`count(*)::int`,
      first50: share(0.5, outputs.firstResultAt),
      first95: share(0.95, outputs.firstResultAt),
      total50: share(0.5, outputs.finishedAt),
      total95: share(0.95, outputs.finishedAt),
    })
    .from(outputs)
    .innerJoin(customers, eq(customers.id, outputs.customerId))
    .where(
      and(
        isOfSpace(outputs, space),
        gte(outputs.createdAt, new Date(`${from}T00:00:00Z`)),
        sql`${outputs.finishedAt} is not null`,
      ),
    )
    .groupBy(sql`1`, customers.identifier)
    .orderBy(sql`1 desc`, desc(customers.identifier))
    .limit(rowsMax)
  return rows.reverse().map((row) => ({
    day: row.day,
    customerIdentifier: row.customerIdentifier,
    outputs: row.outputs,
    firstFieldMs: { p50: row.first50, p95: row.first95 },
    totalMs: { p50: row.total50, p95: row.total95 },
  }))
}

async function customerRows(database: Database, space: CustomerSpace) {
  // Drizzle would write these column names without the name of the table, and the condition would then compare two
  // columns of the same table. So the names are written as text.
  const number = (table: typeof outputs | typeof transcripts | typeof customerUsers) =>
    sql<number>`(select count(*)::int from ${table} as theirs where theirs.customer_id = customers.id)`
  const rows = await database
    .select({
      customerIdentifier: customers.identifier,
      createdAt: customers.createdAt,
      users: number(customerUsers),
      outputs: number(outputs),
      transcripts: number(transcripts),
    })
    .from(customers)
    .where(isCustomerIn(space))
    .orderBy(customers.identifier)
    .limit(rowsMax)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
