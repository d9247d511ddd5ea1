import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { webhookEndpoints } from '../../lib/contracts/endpoints/webhooks.ts'
import type { Webhook, WebhookDelivery } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { timeWords } from '../ui/dates.ts'
import { IconWebhook } from '../ui/icons.ts'
import { Records } from '../ui/records.tsx'
import { SmallButtons } from '../ui/small-buttons.tsx'
import { Tag } from '../ui/tag.tsx'
import { useChange } from '../ui/use-change.ts'
import { developerKey, useAccess } from './use-access.ts'
import { eventWords, lastTryWords, statusWords } from './webhook-words.ts'

export function WebhookDeliveries({ webhook: { webhookId, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const { accessId, may } = useAccess()
  const heading = useRef<HTMLHeadingElement>(null)
  // The list appears below the button that opens it. Without the focus, users of a screen reader would not notice it.
  useEffect(() => heading.current?.focus(), [])
  const key = [...developerKey, 'deliveries', webhookId]
  const sendAgain = useChange(
    ({ deliveryId }: WebhookDelivery) =>
      client.call(webhookEndpoints.replayWebhookDelivery, { params: { accessId, deliveryId } }),
    { refreshes: key, said: 'The event was sent again.' },
  )
  return (
    <Stack component="section" gap="sm" aria-label="Deliveries">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2} miw={0} flex="1 1 240px">
          <Text ref={heading} component="h2" fz="lg" fw={650} tabIndex={-1} style={{ outline: 'none' }}>
            Deliveries
          </Text>
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Events that were sent to {url}. This list keeps them for 30 days.
          </Text>
        </Stack>
        <Group gap="xs">
          <Button variant="default" onClick={() => void queries.invalidateQueries({ queryKey: key })}>
            Refresh
          </Button>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Group>
      <Records<WebhookDelivery>
        label="Deliveries"
        queryKey={key}
        load={({ offset, limit }, signal) =>
          client.call(
            webhookEndpoints.listWebhookDeliveries,
            { params: { accessId, webhookId }, query: { offset, limit } },
            { signal },
          )
        }
        rowKey={({ deliveryId }) => deliveryId}
        columns={[
          { label: 'Event', show: (row) => <Event row={row} /> },
          {
            label: 'Status',
            show: ({ status }) => <Tag tone={statusWords[status].tone}>{statusWords[status].label}</Tag>,
          },
          { label: 'Last try', show: lastTryWords },
          { label: 'Next try', show: ({ nextTryAt }) => (nextTryAt === undefined ? '' : timeWords(nextTryAt)) },
          { label: 'When', show: ({ createdAt }) => timeWords(createdAt) },
        ]}
        {...(may('write')
          ? {
              actions: (row: WebhookDelivery) => {
                const label = row.status === 'waiting' ? 'Try now' : 'Repeat'
                const name = `${label}: ${eventWords[row.event]}, ${timeWords(row.createdAt)}`
                return <SmallButtons buttons={[{ label, name, onClick: () => sendAgain.mutate(row) }]} />
              },
            }
          : {})}
        empty={{
          icon: <IconWebhook size={24} />,
          title: 'No deliveries',
          text: 'No event has been sent yet. Press “Test” to send an event that contains no data.',
        }}
      />
    </Stack>
  )
}

function Event({ row: { event, subjectId, test } }: { row: WebhookDelivery }) {
  return (
    <Stack gap={2}>
      <Text inherit>
        {eventWords[event]}
        {test ? ' (sandbox)' : ''}
      </Text>
      {subjectId !== undefined && <Code style={{ overflowWrap: 'anywhere' }}>{subjectId}</Code>}
    </Stack>
  )
}
