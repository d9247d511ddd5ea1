import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessEndpoints, accessInviteEndpoints } from '../../lib/contracts/endpoints/access.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { IconWorld } from '../ui/icons.ts'
import { InvitationRow } from '../ui/invitation-row.tsx'
import { Page } from '../ui/page.tsx'
import { useChange } from '../ui/use-change.ts'
import { memberWords, meterWords } from './access-words.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { LogoRow } from './logo-row.tsx'
import { OriginsCard } from './origins-card.tsx'
import { developerKey, useAccess, useAccessInvites, useOwnAccess } from './use-access.ts'

/**
 * Shows the invitations of developer organisations to the person, and the details of the chosen developer organisation.
 * A person who belongs to several developer organisations can choose one of them.
 */
export function DeveloperOverviewPage() {
  const { items, access, choose, data, error, refetch } = useOwnAccess()
  return (
    <Page
      title={access?.organization.name ?? 'Developers'}
      about="A developer organisation is a company that uses Chartside in its own product, through the API and with API keys."
    >
      <Invites />
      {error !== null && data === undefined ? (
        <FailedFace error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingCards count={2} />
      ) : access === undefined ? (
        <EmptyFace icon={<IconWorld size={24} />} title="No developer organisation">
          An administrator of this server adds developer organisations and invites the first owner of each. Ask that
          person.
        </EmptyFace>
      ) : (
        <>
          {items.length > 1 && (
            <Card>
              <Radio.Group label="You work with" value={access.accessId} onChange={choose}>
                <Stack gap="xs" mt={4}>
                  {items.map(({ accessId, organization }) => (
                    <Radio key={accessId} value={accessId} label={organization.name} />
                  ))}
                </Stack>
              </Radio.Group>
            </Card>
          )}
          <Details key={access.accessId} />
        </>
      )}
    </Page>
  )
}

function Invites() {
  const { client } = useSharedPorts()
  const { data } = useAccessInvites()
  const accept = useChange(
    (accessId: string) => client.call(accessInviteEndpoints.acceptAccessInvite, { params: { accessId } }),
    { refreshes: developerKey, said: 'You are now a member of this organisation.' },
  )
  const decline = useChange(
    (accessId: string) => client.call(accessInviteEndpoints.declineAccessInvite, { params: { accessId } }),
    { refreshes: developerKey, said: 'The invitation was declined.' },
  )
  return data?.items.map(({ accessId, organization: { name }, permission }) => (
    <Card key={accessId}>
      <InvitationRow
        name={name}
        accept={{ isPending: accept.isPending, run: () => accept.mutate(accessId) }}
        decline={{ isPending: decline.isPending, run: () => decline.mutate(accessId) }}
      >
        {name} invites you as {memberWords[permission].label.toLowerCase()}. {memberWords[permission].about}
      </InvitationRow>
    </Card>
  ))
}

function Details() {
  const { client } = useSharedPorts()
  const { accessId, may } = useAccess()
  const [editing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [...developerKey, 'details', accessId],
    queryFn: ({ signal }) => client.call(accessEndpoints.getOwnAccess, { params: { accessId } }, { signal }),
  })
  if (data === undefined)
    return error ? <FailedFace error={error} onRetry={() => void refetch()} /> : <LoadingCards count={2} />
  const { organization, metadata, limits, permission } = data
  const lines: [string, string][] = [
    ['Website', organization.website ?? 'None'],
    ['Contact', organization.contactEmail ?? 'None'],
    ['Your role', `${memberWords[permission].label}. ${memberWords[permission].about}`],
    ...Object.entries(metadata),
  ]
  return (
    <>
      <Card>
        <Stack gap="xs">
          <Group justify="space-between">
            <Text fw={650}>Organisation</Text>
            {may('write') && (
              <Button size="sm" variant="default" onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
          </Group>
          <Facts facts={lines} />
          <LogoRow access={data} />
        </Stack>
      </Card>
      <Card>
        <Stack gap="xs">
          <Text fw={650}>Monthly limits</Text>
          <Facts
            facts={Object.entries(meterWords).map(([type, label]): [string, string] => [
              label,
              limitWords(limits[type as keyof typeof meterWords]),
            ])}
          />
          <Text fw={650}>Other limits</Text>
          <Facts facts={[['Customers', limitWords(limits.customers)]]} />
          <Text c="dimmed">
            Only an administrator of this server can change these limits. A month begins on its first day at 00:00 UTC.
          </Text>
        </Stack>
      </Card>
      <OriginsCard access={data} />
      {editing && <DetailsDialog access={data} onClose={() => setEditing(false)} />}
    </>
  )
}

const limitWords = (limit: number | null) => (limit === null ? 'No limit' : limit.toLocaleString('en'))

function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <Stack component="dl" gap={8} m={0}>
      {facts.map(([label, value]) => (
        // On narrow screens the value wraps below its label. The row gap is 0, so that the value stays close to the
        // label.
        <Group key={label} align="baseline" style={{ columnGap: 'var(--mantine-spacing-xs)', rowGap: 0 }}>
          <Text component="dt" c="dimmed" w={140} style={{ overflowWrap: 'anywhere' }}>
            {label}
          </Text>
          <Text component="dd" m={0} flex="1 1 160px" style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
