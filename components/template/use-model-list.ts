import { useQuery } from '@tanstack/react-query'
import { templateEndpoints } from '../../lib/contracts/endpoints/templates.ts'
import { useSharedPorts } from '../ports.tsx'

/** Loads all models of the server. `refused` is true for a model that the user's organisation does not allow. */
export function useModelList() {
  const { client } = useSharedPorts()
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.call(templateEndpoints.listModels, { query: {} }, { signal }),
  })
}
