import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { accessInviteEndpoints } from '../../lib/contracts/endpoints/access.ts'
import type { AccessPermission } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { invitationPollMs } from '../account/use-invitations.ts'
import { useSharedPorts } from '../ports.tsx'

/** Every query of the developers' pages begins with this key. */
export const developerKey = ['developer'] as const

/** The developer organisations of the person. `access` is the one that the pages show. */
export function useOwnAccess() {
  const { client } = useSharedPorts()
  // Do not set `defaultValue`: `useLocalStorage` would write this value to the storage, as if the person had chosen it.
  const [chosenId, choose] = useLocalStorage<string>({ key: 'chartside.access' })
  const ownQuery = useQuery({
    queryKey: [...developerKey, 'own'],
    queryFn: ({ signal }) =>
      client.call(accessInviteEndpoints.listOwnAccess, { query: { limit: limits.pageSizeMax } }, { signal }),
  })
  const items = ownQuery.data?.items ?? []
  return { ...ownQuery, items, choose, access: items.find(({ accessId }) => accessId === chosenId) ?? items[0] }
}

export function useAccessInvites() {
  const { client } = useSharedPorts()
  return useQuery({
    queryKey: [...developerKey, 'invites'],
    queryFn: ({ signal }) => client.call(accessInviteEndpoints.listAccessInvites, { query: {} }, { signal }),
    refetchInterval: invitationPollMs,
  })
}

/**
 * Returns the developer organisation that the person has chosen. Throws an error if the person belongs to no developer
 * organisation. Call it only in pages that are shown to members.
 */
export function useAccess() {
  const { access } = useOwnAccess()
  if (!access) throw new Error('You do not belong to a developer organisation.')
  const { accessId, organization, permission } = access
  return {
    accessId,
    name: organization.name,
    permission,
    may: (least: AccessPermission) => includes(permission, least),
  }
}

const order: readonly AccessPermission[] = ['read', 'write', 'owner']
const includes = (has: AccessPermission, least: AccessPermission) => order.indexOf(has) >= order.indexOf(least)
