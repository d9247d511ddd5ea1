import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { useSharedPorts } from '../ports.tsx'

/**
 * Query key of the account. Some requests that change the account return the changed account. Store this answer under
 * the key, so that the account need not be loaded again.
 */
export const accountKey = ['account']

export function useAccountOf(client: Pick<Client, 'call'>) {
  return useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => client.call(userEndpoints.getAccount, {}, { signal }),
    // The account seldom changes, but every screen needs it. So one answer is used for 5 minutes.
    staleTime: 5 * 60_000,
  })
}

export const useAccount = () => useAccountOf(useSharedPorts().client)
