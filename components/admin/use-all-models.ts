import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Client } from '../../lib/api/index.ts'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import { useSharedPorts } from '../ports.tsx'

/** The beginning of the query key of everything that a change of a model changes. */
export const modelsKey = ['admin', 'models'] as const

const allModelsQuery = (client: Pick<Client, 'call'>) => ({
  queryKey: [...modelsKey, 'all'],
  queryFn: ({ signal }: { signal: AbortSignal }) => client.call(adminEndpoints.listAllModels, {}, { signal }),
})

/** Loads all models with the providers and the speech engine. Parts of a page that load them at the same time share one request. */
export const loadAllModels = (queries: QueryClient, client: Pick<Client, 'call'>) =>
  queries.fetchQuery(allModelsQuery(client))

export function useAllModels() {
  const { client } = useSharedPorts()
  return useQuery(allModelsQuery(client))
}
