import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { type AccountSession, limits } from '../../lib/contracts/index.ts'
import { relativeAge } from '../../lib/report/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { sentenceOf, waitingFor } from '../ui/failure.ts'
import { Tag } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'

/** The devices on which the user is signed in. Every device except this one can be signed out. */
export function DevicesCard() {
  const { client } = useSharedPorts()
  const { data, error } = useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) =>
      client.call(accountEndpoints.listSessions, { query: { limit: limits.pageSizeMax } }, { signal }),
  })
  return (
    <Card>
      <Stack gap="xs">
        <Text fw={650}>Devices</Text>
        {!data && <Text c="dimmed">{waitingFor(error)}</Text>}
        {data && (
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
            {data.items.map((device) => (
              <DeviceRow key={device.sessionId} session={device} />
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  )
}

function DeviceRow({ session: { sessionId, device = 'Device without a name', lastUsedAt, current } }: DeviceRowProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const age = relativeAge(Date.parse(lastUsedAt), Date.now())
  const end = useMutation({
    mutationFn: () => client.call(accountEndpoints.endSession, { params: { sessionId } }),
    onSuccess: () => {
      toast('success', `${device} is signed out.`)
      return queries.invalidateQueries({ queryKey: ['account', 'sessions'] })
    },
    onError: (error) => toast('error', sentenceOf(error)),
  })
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <Stack gap={0} miw={0}>
        <Text truncate>{device}</Text>
        <Text size="xs" c="dimmed">
          Last used {age}
        </Text>
      </Stack>
      {current ? (
        <Tag tone="good" flex="none">
          This device
        </Tag>
      ) : (
        <Button
          size="sm"
          variant="default"
          flex="none"
          loading={end.isPending}
          aria-label={`Sign out on ${device} (last used ${age})`}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </Group>
  )
}

interface DeviceRowProps {
  session: AccountSession
}
