import { Button, Group, Stack, Text } from '@mantine/core'
import { noSites, type SitesPort } from '../page/sites-port.ts'
import { useSubscribed } from '../subscribable.ts'
import { Card } from '../ui/card.tsx'

/** Lists the allowed sites, each with a button to remove it. Renders nothing if there are none. */
export function SitesCard({ sites }: { sites: SitesPort }) {
  const { kept } = useSubscribed(sites, noSites)
  if (kept.length === 0) return null
  return (
    <Card>
      <Text fw={650} mb={4}>
        Kept sites
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        On these sites, Chartside reads the open chart even when you do not click the Chartside button.
      </Text>
      <Stack gap={4} component="ul" m={0} p={0}>
        {kept.map((host) => (
          <Group key={host} component="li" justify="space-between" wrap="nowrap">
            <Text style={{ overflowWrap: 'anywhere' }}>{host}</Text>
            <Button size="xs" variant="default" aria-label={`Remove ${host}`} onClick={() => void sites.forget(host)}>
              Remove
            </Button>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}
