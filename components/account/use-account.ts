import { useQuery } from '@tanstack/react-query'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { useSharedPorts } from '../ports.tsx'

/** The cached account. A call that answers the changed account replaces it. */
export const accountKey = ['account']

/** Loads the account of the signed-in user. */
export function useAccount() {
  const { client } = useSharedPorts()
  return useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => client.call(userEndpoints.getAccount, {}, { signal }),
    // The account seldom changes, and every screen asks for it.
    staleTime: 5 * 60_000,
  })
}
