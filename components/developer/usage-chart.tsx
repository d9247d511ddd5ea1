import { BarChart, LineChart } from '@mantine/charts'
import { Box } from '@mantine/core'
import { dayWords } from '../ui/dates.ts'
import '@mantine/charts/styles.layer.css'
import type { UsageSeries } from './usage-series.ts'

/** Colours that can be told apart in the light and in the dark scheme, also by people who do not see red and green. */
const colors = ['purple.4', 'orange.5', 'cyan.6', 'pink.5', 'gray.5'] as const

const heightPx = 240

/** The Tab key skips the chart. Otherwise the chart would get the focus, and screen readers would read nothing. */
const withoutKeys = { accessibilityLayer: false }

/**
 * Makes the y axis as wide as its labels, and sets the style of the labels. Mantine would draw the labels too far to
 * the left, by 10 px.
 */
const yAxisProps = { width: 'auto', tickMargin: 4, tick: { fontSize: 12, fill: 'currentColor' } } as const

/**
 * Draws the use of a developer organisation by day. For screen readers, the chart is an image with a label that refers
 * to the table below it: the table contains the same data as text.
 */
export function UsageChart({ series, format }: { series: UsageSeries; format: (value: number) => string }) {
  const shared = {
    h: heightPx,
    data: series.days.map(({ day, ...values }) => ({ ...values, day: dayWords(day) })),
    dataKey: 'day',
    series: series.names.map((name, at) => ({ name, color: colors[at % colors.length] ?? 'purple.4' })),
    withLegend: series.names.length > 1,
    legendProps: { verticalAlign: 'bottom' },
    valueFormatter: format,
    tooltipAnimationDuration: 0,
    yAxisProps,
    xAxisProps: { minTickGap: 24 },
  } as const
  return (
    <Box role="img" aria-label={`Chart of ${series.names.join(', ')} by day. The table below has the same figures.`}>
      {series.kind === 'lines' ? (
        <LineChart
          {...shared}
          lineChartProps={withoutKeys}
          connectNulls={false}
          lineProps={{ isAnimationActive: false }}
        />
      ) : (
        <BarChart
          {...shared}
          type={series.kind === 'stacked' ? 'stacked' : 'default'}
          barChartProps={withoutKeys}
          barProps={{ isAnimationActive: false }}
        />
      )}
    </Box>
  )
}
