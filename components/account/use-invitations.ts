import { useQuery } from '@tanstack/react-query'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { useSharedPorts } from '../ports.tsx'

/** Interval at which an open page looks for new invitations, in milliseconds. */
export const invitationPollMs = 30_000

/** The invitations to organisations. They are loaded again by themselves, so that a new one shows without a reload. */
export function useInvitations() {
  const { client } = useSharedPorts()
  return useQuery({
    queryKey: ['directories', 'invitations'],
    queryFn: ({ signal }) => client.call(directoryEndpoints.listInvitations, { query: {} }, { signal }),
    refetchInterval: invitationPollMs,
  })
}
