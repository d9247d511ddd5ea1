import { Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import type { Directory, Invitation } from '../../lib/contracts/index.ts'
import { policyAllows } from '../../lib/policy/index.ts'
import { setByOrganisation, usePolicy } from '../policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { sentenceOf, waitingFor } from '../ui/failure.ts'
import { InvitationRow } from '../ui/invitation-row.tsx'
import { toast } from '../ui/toast.ts'
import { useDirectories } from './use-directories.ts'
import { useInvitations } from './use-invitations.ts'

const tellFailure = (error: unknown) => toast('error', sentenceOf(error))

interface OrganisationCardProps {
  /**
   * True if the title of the page is already the name of the organisation. The card is then hidden if the user belongs
   * to only this organisation and has no invitation.
   */
  isNamed?: boolean
}

/** The organisation in which the user acts, and invitations. A member of several organisations can choose one. */
export function OrganisationCard({ isNamed = false }: OrganisationCardProps) {
  const { data, error, items, directory } = useDirectories()
  const invitations = useInvitations()
  const isOnlyOne = items.length === 1 && directory !== undefined
  const isInvited = invitations.data !== undefined && invitations.data.items.length > 0
  if (isNamed && isOnlyOne && !isInvited) return null
  return (
    <Card>
      <Stack gap="xs">
        <Text fw={650}>Organisation</Text>
        {items.length > 1 || (items.length === 1 && !directory) ? (
          <ChooseOrganisation items={items} chosen={directory} />
        ) : (
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {directory?.name ?? (data ? 'You do not belong to an organisation.' : waitingFor(error))}
          </Text>
        )}
        <OtherRules directoryId={directory?.directoryId ?? null} />
        {invitations.data?.items.map((invitation) => (
          <DirectoryInvitation key={invitation.directoryId} invitation={invitation} />
        ))}
      </Stack>
    </Card>
  )
}

/** Names the organisations, besides the chosen one, whose rules hold for the user's work (product 12.105). */
function OtherRules({ directoryId }: { directoryId: string | null }) {
  const { client } = useSharedPorts()
  const { data } = useQuery({
    queryKey: ['directories', 'rules', directoryId],
    queryFn: ({ signal }) => client.call(directoryEndpoints.getWorkRules, {}, { signal }),
  })
  if (data === undefined || data.organizations.length === 0) return null
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      The rules of {data.organizations.join(', ')} hold here, too.
    </Text>
  )
}

function ChooseOrganisation({ items, chosen: directory }: { items: Directory[]; chosen: Directory | undefined }) {
  const { client } = useSharedPorts()
  const policy = usePolicy()
  const queries = useQueryClient()
  const choose = useMutation({
    mutationFn: (directoryId: string) =>
      client.call(directoryEndpoints.chooseDirectory, { body: { directoryId: directoryId || null } }),
    // What the user may see and do depends on the organisation, so everything is loaded again.
    onSuccess: () => queries.invalidateQueries(),
    onError: tellFailure,
  })
  const isRefused = (directoryId: string | null) => policyAllows(policy, { kind: 'directory', directoryId }) !== null
  return (
    <Radio.Group
      label="You work in"
      description={policy.policy.directoryId === undefined ? undefined : setByOrganisation}
      value={choose.isPending ? choose.variables : (directory?.directoryId ?? '')}
      onChange={(directoryId) => choose.mutate(directoryId)}
    >
      <Stack gap="xs" mt={4}>
        {items.map(({ directoryId, name }) => (
          <Radio
            key={directoryId}
            value={directoryId}
            label={name}
            disabled={choose.isPending || isRefused(directoryId)}
          />
        ))}
        <Radio value="" label="None" disabled={choose.isPending || isRefused(null)} />
      </Stack>
    </Radio.Group>
  )
}

function DirectoryInvitation({ invitation: { directoryId, directoryName, role } }: { invitation: Invitation }) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const params = { directoryId }
  const accept = useMutation({
    mutationFn: () => client.call(directoryEndpoints.acceptInvitation, { params }),
    onSuccess: () => {
      toast('success', `You are now a member of ${directoryName}.`)
      return queries.invalidateQueries()
    },
    onError: tellFailure,
  })
  const decline = useMutation({
    mutationFn: () => client.call(directoryEndpoints.declineInvitation, { params }),
    onSuccess: () => {
      toast('success', 'The invitation was declined.')
      return queries.invalidateQueries({ queryKey: ['directories'] })
    },
    onError: tellFailure,
  })
  return (
    <InvitationRow
      name={directoryName}
      accept={{ isPending: accept.isPending, run: () => accept.mutate() }}
      decline={{ isPending: decline.isPending, run: () => decline.mutate() }}
    >
      {directoryName} invites you as {role}.
    </InvitationRow>
  )
}
