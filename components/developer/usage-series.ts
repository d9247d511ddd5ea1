import type { Dashboard } from '../../lib/contracts/index.ts'
import { meterWords } from './access-words.ts'

/** What a chart draws: for each day (UTC, ISO date) one number per series. */
export interface UsageSeries {
  /** Bars are stacked only if the sum of the series is meaningful. For example, outputs and minutes cannot be added. */
  kind: 'bars' | 'stacked' | 'lines'
  unit: 'count' | 'dollars' | 'seconds'
  /** The names of the series, in the order of the legend. */
  names: readonly string[]
  days: readonly ({ day: string } & Record<string, number | string>)[]
}

const dayMs = 24 * 60 * 60_000

/** The last `count` days including today (UTC), as ISO dates, oldest first. */
function lastDays(count: number, today: Date): string[] {
  return Array.from({ length: count }, (_, daysBack) =>
    new Date(today.getTime() - (count - 1 - daysBack) * dayMs).toISOString().slice(0, 10),
  )
}

/**
 * Returns the data for the chart of a dashboard. Returns null for the dashboard `customers`, because its rows have no
 * day. A day without use gets the value 0, except for latencies: there, a day without outputs gets no value. For
 * latencies, the chart shows the slowest customer of each day, because percentiles of several customers cannot be
 * combined.
 */
export function usageSeries(dashboard: Dashboard, days: number, today: Date): UsageSeries | null {
  switch (dashboard.type) {
    case 'usage':
      return summed(
        dashboard.rows.map(({ day, meter, total }) => [day, meterWords[meter], total]),
        { kind: 'bars', unit: 'count', days, now: today },
      )
    case 'cost':
      return summed(
        dashboard.rows.map(({ day, costUsd }) => [day, 'Cost', costUsd]),
        { kind: 'bars', unit: 'dollars', days, now: today },
      )
    case 'errors':
      return summed(
        dashboard.rows.map(({ day, code, total }) => [day, code, total]),
        { kind: 'stacked', unit: 'count', days, now: today },
      )
    case 'latency':
      return latencySeries(dashboard.rows, days, today)
    case 'customers':
      return null
  }
}

interface Drawn {
  kind: UsageSeries['kind']
  unit: UsageSeries['unit']
  days: number
  now: Date
}

function summed(
  rows: readonly (readonly [day: string, name: string, count: number])[],
  chartShape: Drawn,
): UsageSeries {
  const names = [...new Set(rows.map(([, name]) => name))].toSorted()
  const totals = new Map<string, number>()
  for (const [day, name, count] of rows) {
    const at = `${day} ${name}`
    totals.set(at, (totals.get(at) ?? 0) + count)
  }
  return {
    kind: chartShape.kind,
    unit: chartShape.unit,
    names,
    days: lastDays(chartShape.days, chartShape.now).map((day) => ({
      day,
      ...Object.fromEntries(names.map((name) => [name, totals.get(`${day} ${name}`) ?? 0])),
    })),
  }
}

const firstField = 'First field, 95 %'
const wholeNote = 'Whole, 95 %'

function latencySeries(rows: Extract<Dashboard, { type: 'latency' }>['rows'], days: number, today: Date): UsageSeries {
  const slowest = new Map<string, { first: number; total: number }>()
  for (const { day, firstFieldMs, totalMs } of rows) {
    const times = slowest.get(day) ?? { first: 0, total: 0 }
    slowest.set(day, {
      first: Math.max(times.first, firstFieldMs.p95 / 1000),
      total: Math.max(times.total, totalMs.p95 / 1000),
    })
  }
  return {
    kind: 'lines',
    unit: 'seconds',
    names: [firstField, wholeNote],
    // A day without outputs gets no value, because a latency of 0 would look like very fast answers.
    days: lastDays(days, today).map((day): UsageSeries['days'][number] => {
      const times = slowest.get(day)
      return times ? { day, [firstField]: times.first, [wholeNote]: times.total } : { day }
    }),
  }
}
