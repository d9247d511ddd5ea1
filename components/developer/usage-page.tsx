import { Checkbox, Group, Select, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { accessEndpoints } from '../../lib/contracts/endpoints/access.ts'
import { type Dashboard, dashboardTypes, type MeterType } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { dayWords } from '../ui/dates.ts'
import { IconHistory } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { type Column, Records } from '../ui/records.tsx'
import { meterWords } from './access-words.ts'
import { type UsageSeries, usageSeries } from './usage-series.ts'
import { developerKey, useAccess } from './use-access.ts'

/** Loaded only with this page, because the library that draws the chart is large. */
const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }))

const typeWords: Record<Dashboard['type'], string> = {
  usage: 'Amounts',
  cost: 'Cost',
  latency: 'Latency',
  errors: 'Errors',
  customers: 'Customers',
}
const spans = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]

export function UsagePage() {
  const { client } = useSharedPorts()
  const { accessId } = useAccess()
  const [type, setType] = useState<Dashboard['type']>('usage')
  const [days, setDays] = useState('30')
  const [test, setTest] = useState(false)
  const queries = useQueryClient()
  const query = { type, days: Number(days), test: String(test) }
  const usageQuery = {
    queryKey: [...developerKey, 'usage', accessId, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      client.call(accessEndpoints.getDashboard, { params: { accessId }, query }, { signal }),
    staleTime: freshMs,
  }
  // An error is not shown here, because the table below the chart loads the same data and shows the error.
  const { data: dashboard } = useQuery(usageQuery)
  const series = useMemo(
    () => (dashboard && hasRows(dashboard) ? usageSeries(dashboard, Number(days), new Date()) : null),
    [dashboard, days],
  )
  return (
    <Page title="Usage" about="What your customers have used, by day (UTC) and customer.">
      <Group align="flex-end" gap="sm">
        <Select
          label="Show"
          {...selectSize}
          allowDeselect={false}
          data={dashboardTypes.map((each) => ({ value: each, label: typeWords[each] }))}
          value={type}
          onChange={(value) => setType(dashboardTypes.find((each) => each === value) ?? 'usage')}
        />
        <Select
          label="Time"
          {...selectSize}
          allowDeselect={false}
          data={spans}
          value={days}
          onChange={(value) => setDays(value ?? '30')}
        />
        <Checkbox
          label="Sandbox keys only"
          checked={test}
          onChange={(event) => setTest(event.currentTarget.checked)}
          mb={8}
        />
      </Group>
      {series && (
        <Suspense fallback={<Skeleton h={240} />}>
          <UsageChart series={series} format={formats[series.unit]} />
        </Suspense>
      )}
      <Records<string[]>
        key={JSON.stringify(query)}
        label={typeWords[type]}
        queryKey={[...usageQuery.queryKey, 'rows']}
        load={async ({ offset, limit }) => {
          const texts = textsOf(await queries.fetchQuery(usageQuery))
          return { items: texts.slice(offset, offset + limit), total: texts.length }
        }}
        rowKey={(row) => row.join('|')}
        columns={columnsOf(type)}
        empty={{
          icon: <IconHistory size={24} />,
          title: 'Nothing yet',
          text: `There is no data about requests with ${test ? 'sandbox keys' : 'live keys'} in this period. Send a request from your program, or in the playground.`,
        }}
      />
    </Page>
  )
}

/** On narrow screens, the selects are as wide as the page. */
const selectSize = { flex: '1 1 240px', maw: { base: '100%', xs: 240 } } as const

/** In ms: how long an answer of the server is used again, so that chart and table need only one request. */
const freshMs = 10_000

const hasRows = ({ rows }: Dashboard) => rows.length > 0

const seconds = (ms: number) => `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`
const dollars = (usd: number) => `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`
const amount = (count: number) => count.toLocaleString('en')

/** The function that formats the numbers of the chart, by unit. */
const formats: Record<UsageSeries['unit'], (value: number) => string> = {
  count: amount,
  dollars,
  seconds: (value) => seconds(value * 1000),
}

const latencyHeads = ['Outputs', 'First field, half', 'First field, 95 %', 'Whole, half', 'Whole, 95 %'] as const
const heads: Record<Dashboard['type'], readonly [string, ...string[]]> = {
  usage: ['Day', 'Customer', 'What', 'Count'],
  cost: ['Day', 'Customer', 'Cost'],
  latency: ['Day', 'Customer', ...latencyHeads],
  errors: ['Day', 'Customer', 'Error', 'Count'],
  customers: ['Customer', 'Created', 'Users', 'Outputs', 'Transcripts'],
}

/** The columns of a dashboard. A row is a list of texts (see `textsOf`), and each column shows one of these texts. */
function columnsOf(type: Dashboard['type']): readonly [Column<string[]>, ...Column<string[]>[]] {
  const [first, ...others] = heads[type]
  const column = (label: string, at: number): Column<string[]> => ({
    label,
    oneLine: label === 'Day' || label === 'Created',
    show: (row) => row[at] ?? '',
  })
  return [column(first, 0), ...others.map((label, at) => column(label, at + 1))]
}

const on = ({ day, customerIdentifier = 'No customer' }: { day: string; customerIdentifier?: string | undefined }) => [
  dayWords(day),
  customerIdentifier,
]

/** The count of a row as text. Only a count of minutes gets a unit. */
const total = ({ meter, total }: { meter: MeterType; total: number }) =>
  meter === 'minute' ? `${amount(total)} min` : amount(total)

function textsOf(dashboard: Dashboard): string[][] {
  switch (dashboard.type) {
    case 'usage':
      return dashboard.rows.map((row) => [...on(row), meterWords[row.meter], total(row)])
    case 'cost':
      return dashboard.rows.map((row) => [...on(row), dollars(row.costUsd)])
    case 'latency':
      return dashboard.rows.map((row) => [
        ...on(row),
        amount(row.outputs),
        ...[row.firstFieldMs.p50, row.firstFieldMs.p95, row.totalMs.p50, row.totalMs.p95].map(seconds),
      ])
    case 'errors':
      return dashboard.rows.map((row) => [...on(row), row.code, amount(row.total)])
    case 'customers':
      return dashboard.rows.map(({ customerIdentifier, createdAt, users, outputs, transcripts }) => [
        customerIdentifier,
        dayWords(createdAt),
        ...[users, outputs, transcripts].map(amount),
      ])
  }
}
