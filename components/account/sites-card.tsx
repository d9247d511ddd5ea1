import { Button, Group, Stack, Text } from '@mantine/core'
import { noSites, type SitesPort } from '../page/sites-port.ts'
import { useSubscribed } from '../subscribable.ts'
import { Card } from '../ui/card.tsx'

interface SiteListProps {
  title: string
  text: string
  /** `text`: the line of the site. `remove`: the name of its button. */
  sites: { host: string; text: string; remove: string; onRemove: () => void }[]
}

function SiteList({ title, text, sites }: SiteListProps) {
  if (sites.length === 0) return null
  return (
    <Card>
      <Text fw={650} mb={4}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        {text}
      </Text>
      <Stack gap={4} component="ul" m={0} p={0}>
        {sites.map(({ host, text: line, remove, onRemove }) => (
          <Group key={host} component="li" justify="space-between" wrap="nowrap">
            <Text style={{ overflowWrap: 'anywhere' }}>{line}</Text>
            <Button size="xs" variant="default" style={{ flexShrink: 0 }} aria-label={remove} onClick={onRemove}>
              Remove
            </Button>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}

/** Lists what the clinician has chosen for sites, each with a button to remove it. Renders nothing if there is nothing. */
export function SitesCard({ sites }: { sites: SitesPort }) {
  const { kept: hosts, dayOrders } = useSubscribed(sites, noSites)
  return (
    <>
      <SiteList
        title="Kept sites"
        text="On these sites, Chartside reads the open chart even when you do not click the Chartside button."
        sites={hosts.map((host) => ({
          host,
          text: host,
          remove: `Remove ${host}`,
          onRemove: () => void sites.forget(host),
        }))}
      />
      <SiteList
        title="Dates on sites"
        text="These sites do not say if a date begins with the day or the month, and you have chosen. Without your choice, such dates are not filled in."
        sites={Object.entries(dayOrders).map(([host, order]) => ({
          host,
          text: `${host}: ${order} first`,
          remove: `Remove the order of dates on ${host}`,
          onRemove: () => void sites.orderDates(host, null),
        }))}
      />
    </>
  )
}
