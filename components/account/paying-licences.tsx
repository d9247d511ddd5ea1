import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { licenseEndpoints } from '../../lib/contracts/endpoints/licenses.ts'
import type { License } from '../../lib/contracts/index.ts'
import { leftWords, periodWords } from '../directory/licence-words.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { IconFileText } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { useDirectories } from './use-directories.ts'

/**
 * Loads the licences that pay for the person's notes (product 12.21). If the person chooses another organisation, the
 * licences are loaded again, because each organisation has its own licences.
 */
function usePayingLicences({ enabled = true } = {}) {
  const { client } = useSharedPorts()
  const { directory } = useDirectories()
  return useQuery({
    queryKey: ['licences', 'paying', directory?.directoryId ?? null],
    enabled,
    queryFn: ({ signal }) => client.call(licenseEndpoints.getActiveLicenses, {}, { signal }),
  })
}

/**
 * Shows the licences that pay for the notes of the signed-in person. Used for members who may not list the licences of
 * the organisation.
 */
export function PayingLicences() {
  const { data, error, refetch } = usePayingLicences()
  if (error && !data) return <FailedFace error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingCards count={1} height={120} />
  if (!data.limited)
    return (
      <EmptyFace icon={<IconFileText size={24} />} title="No licence">
        No licence pays for your notes, so the number of your notes is not limited. There is nothing to do.
      </EmptyFace>
    )
  return <Licences licenses={data.licenses} />
}

/**
 * Shows the licences of a person who has chosen no organisation. Renders nothing if an organisation is chosen, or if
 * the person may write notes without a licence (`limited` is false).
 */
export function OwnLicences() {
  const { directory, isSuccess } = useDirectories()
  const isAlone = isSuccess && directory === undefined
  const { data } = usePayingLicences({ enabled: isAlone })
  return isAlone && data?.limited ? <Licences licenses={data.licenses} /> : null
}

function Licences({ licenses }: { licenses: License[] }) {
  if (licenses.length === 0)
    return (
      <Notice tone="look">
        No licence pays for your notes now, so Chartside cannot write notes for you. Ask for a new licence.
      </Notice>
    )
  return (
    <Stack gap="sm">
      {licenses.length > 1 && <Text c="dimmed">The first licence is used first.</Text>}
      {licenses.map((one) => (
        <Card key={one.licenseId}>
          <Stack gap="sm">
            <Group justify="space-between" gap="xs">
              <Text component="h2" fw={650}>
                Your licence: {one.product}
              </Text>
              <Text c="dimmed">{periodWords(one)}</Text>
            </Group>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Left label="Notes" of={one.credits.document} />
              <Left label="Sessions" of={one.credits.session} />
            </SimpleGrid>
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}

function Left({ label, of }: { label: string; of: License['credits']['document'] }) {
  const words = `${label}: ${leftWords(of)}`
  return (
    <Stack gap={4}>
      <Text>{words}</Text>
      {of.limit !== null && of.limit > 0 && (
        <Progress value={Math.max(0, 100 - (of.used / of.limit) * 100)} size="sm" aria-label={words} />
      )}
    </Stack>
  )
}
