import { expect, test } from 'vitest'
import { usageSeries } from './usage-series.ts'

const now = new Date('2026-11-03T01:00:00Z')

test('adds the customers of a day, and shows days without use as 0', () => {
  const rows = [
    { day: '2026-11-01', meter: 'output' as const, total: 2, customerIdentifier: 'a' },
    { day: '2026-11-01', meter: 'output' as const, total: 3, customerIdentifier: 'b' },
    { day: '2026-11-03', meter: 'minute' as const, total: 12 },
  ]
  expect(usageSeries({ type: 'usage', rows }, 3, now)).toEqual({
    kind: 'bars',
    unit: 'count',
    names: ['Minutes of sound', 'Outputs'],
    days: [
      { day: '2026-11-01', Outputs: 5, 'Minutes of sound': 0 },
      { day: '2026-11-02', Outputs: 0, 'Minutes of sound': 0 },
      { day: '2026-11-03', Outputs: 0, 'Minutes of sound': 12 },
    ],
  })
})

test('leaves out what is older than the chosen days', () => {
  const rows = [{ day: '2026-10-01', costUsd: 9 }]
  expect(usageSeries({ type: 'cost', rows }, 2, now)?.days).toEqual([
    { day: '2026-11-02', Cost: 0 },
    { day: '2026-11-03', Cost: 0 },
  ])
})

test('draws the slowest customer of each day, and nothing on a day without outputs', () => {
  const row = (customerIdentifier: string, p95: number) => ({
    day: '2026-11-02',
    customerIdentifier,
    outputs: 1,
    firstFieldMs: { p50: 1, p95 },
    totalMs: { p50: 1, p95: p95 * 2 },
  })
  expect(usageSeries({ type: 'latency', rows: [row('a', 500), row('b', 2_000)] }, 2, now)).toMatchObject({
    kind: 'lines',
    unit: 'seconds',
    days: [{ day: '2026-11-02', 'First field, 95 %': 2, 'Whole, 95 %': 4 }, { day: '2026-11-03' }],
  })
})

test('the list of customers has no chart', () => {
  expect(usageSeries({ type: 'customers', rows: [] }, 7, now)).toBeNull()
})
