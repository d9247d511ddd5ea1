import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { usePorts } from '../ports.tsx'

/** How often a layout that is being made is asked after, in milliseconds. */
const generatingPollMs = 2000

/** The layouts one can see; `search` is applied by the server. */
export function useLayouts(search: string) {
  const { client } = usePorts()
  return useQuery({
    queryKey: ['layouts', search],
    queryFn: ({ signal }) =>
      client.call(
        userEndpoints.listLayouts,
        { query: { limit: limits.pageSizeMax, ...(search ? { search } : {}) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }: Layout) => status === 'generating') ? generatingPollMs : false,
  })
}
