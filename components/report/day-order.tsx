import { Button, Group, Text } from '@mantine/core'
import { type DayOrder, dayFirstFormat, formatMoment, parseMoment } from '../../lib/page/dates.ts'
import type { PageReading, Refusal } from '../../lib/page/shapes.ts'
import { hostOfPage } from '../page/sites-port.ts'
import { usePorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'

const orders: Record<DayOrder, string> = { day: 'Day first', month: 'Month first' }

/** Returns the date of a refusal in both orders, as the field would contain it. */
function datesOf({ to }: Refusal, format: string): Record<DayOrder, string> {
  const moment = parseMoment(to.join(' '), format)
  const dateIn = (one: string) => (moment && formatMoment(moment, one)) ?? ''
  return { day: dateIn(dayFirstFormat(format)), month: dateIn(format) }
}

interface DayOrderProps {
  refusal: Refusal
  reading: PageReading
  /** Called after the choice was stored. */
  onChosen: () => void
}

/** Asks once for each site if its dates begin with the day or the month. Renders nothing if the site has no name. */
export function DayOrderChoice({ refusal, reading, onChosen }: DayOrderProps) {
  const { sites } = usePorts()
  const host = hostOfPage(reading)
  const format = reading.fields.find(({ id }) => id === refusal.fieldId)?.format
  if (refusal.reason !== 'day-or-month' || host === null || format === undefined) return null
  const dates = datesOf(refusal, format)

  async function choose(site: string, order: DayOrder) {
    try {
      await sites.orderDates(site, order)
    } catch (error) {
      toast('error', sentenceOf(error))
      return
    }
    toast('success', `Dates on ${site} now begin with the ${order}. You can change this in the settings.`)
    onChosen()
  }
  return (
    <div>
      <Text size="xs" c="dimmed" mt={4}>
        Choose once for {host}:
      </Text>
      <Group mt={6} gap="xs">
        {(['day', 'month'] as const).map((order) => (
          <Button key={order} size="xs" variant="default" onClick={() => void choose(host, order)}>
            {orders[order]}: {dates[order]}
          </Button>
        ))}
      </Group>
    </div>
  )
}
