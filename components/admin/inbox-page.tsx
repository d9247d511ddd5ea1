import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { inboxEndpoints } from '../../lib/contracts/endpoints/inbox.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { timeWords } from '../ui/dates.ts'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { IconFileText } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'

const askEveryMs = 3_000

/**
 * The messages that this server has kept because it has no mail server or no Twilio account. Only a browser on the
 * server's own computer can read them.
 */
export function InboxPage() {
  const { client } = useSharedPorts()
  const { data, error, refetch } = useQuery({
    queryKey: ['inbox'],
    queryFn: ({ signal }) => client.call(inboxEndpoints.listInbox, {}, { signal }),
    refetchInterval: askEveryMs,
  })
  return (
    <Page
      title="Inbox"
      about="Emails and text messages that this server could not send. You can see them only if you open this page on the computer on which the server runs."
    >
      {error && !data ? (
        <FailedFace error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingCards />
      ) : data.messages.length === 0 ? (
        <EmptyFace icon={<IconFileText size={24} />} title="No message">
          Codes and invitations appear here shortly after somebody asks for them.
        </EmptyFace>
      ) : (
        data.messages.map(({ id, channel, to, subject, text, createdAt }) => (
          <Card key={id}>
            <Stack gap={4}>
              <Text size="xs" c="dimmed">
                {channel === 'mail' ? 'Mail' : 'Text message'} to {to}, {timeWords(createdAt)}
              </Text>
              {subject !== undefined && (
                <Text component="h2" fw={650}>
                  {subject}
                </Text>
              )}
              <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Text>
            </Stack>
          </Card>
        ))
      )}
    </Page>
  )
}
