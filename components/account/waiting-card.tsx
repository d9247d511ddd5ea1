import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { useAccessInvites } from '../developer/use-access.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { countWords } from '../ui/count-words.ts'
import { useDirectories } from './use-directories.ts'
import { invitationPollMs, useInvitations } from './use-invitations.ts'

/** What waits for the signed-in person: invitations, notes without a signature, and people who have not accepted. */
export function WaitingCard() {
  const { client } = useSharedPorts()
  const { directory } = useDirectories()
  const invitations = useInvitations().data?.items.length ?? 0
  const accessInvites = useAccessInvites().data?.items.length ?? 0
  const unsigned = useQuery({
    queryKey: ['reports', 'unsigned'],
    queryFn: ({ signal }) =>
      client.call(userEndpoints.searchReports, { body: { limit: 1, state: 'draft', mine: true } }, { signal }),
  }).data
  const directoryId = directory?.directoryId ?? ''
  const managesPeople = directory?.permissions.includes('roles.manage') === true
  const invited = useQuery({
    queryKey: ['directories', 'roles', directoryId, 'waiting'],
    enabled: managesPeople,
    queryFn: ({ signal }) =>
      client.call(
        directoryEndpoints.listRoles,
        { params: { directoryId }, query: { limit: 1, search: JSON.stringify({ status: 'invited' }) } },
        { signal },
      ),
    refetchInterval: invitationPollMs,
  }).data
  const notes = unsigned?.total ?? 0
  const people = managesPeople ? (invited?.total ?? 0) : 0
  const waiting = [
    ...(invitations > 0
      ? [
          {
            text: countWords(invitations, 'invitation to an organisation', 'invitations to organisations'),
            to: '/organisation',
          },
        ]
      : []),
    ...(accessInvites > 0
      ? [
          {
            text: countWords(
              accessInvites,
              'invitation of a developer organisation',
              'invitations of developer organisations',
            ),
            to: '/developers',
          },
        ]
      : []),
    ...(people > 0
      ? [
          {
            text: `${countWords(people, 'person has', 'people have')} not accepted an invitation`,
            to: '/organisation/people',
          },
        ]
      : []),
  ]
  return (
    <Card>
      <Stack gap="xs">
        <Text component="h2" fw={650}>
          What waits for you
        </Text>
        {waiting.map(({ text, to }) => (
          <Group key={to} justify="space-between" gap="xs">
            <Text>{text}</Text>
            <Anchor component={Link} href={to} underline="always" aria-label={`Open: ${text}`}>
              Open
            </Anchor>
          </Group>
        ))}
        {notes > 0 && (
          <Text>
            {countWords(notes, 'note is', 'notes are')} not signed. Open Reports in the Chartside panel beside the
            chart.
          </Text>
        )}
        {waiting.length === 0 && notes === 0 && <Text c="dimmed">Nothing waits for you.</Text>}
      </Stack>
    </Card>
  )
}
