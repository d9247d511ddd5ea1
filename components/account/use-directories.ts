import { useQuery } from '@tanstack/react-query'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { useSharedPorts } from '../ports.tsx'

/** Loads the user's organisations. `directory` is the organisation in which the user works now, if any. */
export function useDirectories() {
  const { client } = useSharedPorts()
  const directories = useQuery({
    queryKey: ['directories'],
    // Always load the list again: the portal or another device may have changed it a moment ago.
    staleTime: 0,
    queryFn: ({ signal }) =>
      client.call(directoryEndpoints.listDirectories, { query: { limit: limits.pageSizeMax } }, { signal }),
  })
  const items = directories.data?.items ?? []
  return { ...directories, items, directory: items.find(({ chosen: isChosen }) => isChosen) }
}
