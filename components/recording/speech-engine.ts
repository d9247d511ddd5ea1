import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'

/** The query for the speech engine of the server, and for what the engine can do. All screens share one answer. */
export const speechEngineQuery = (client: Pick<Client, 'call'>) =>
  queryOptions({
    queryKey: ['transcription'],
    queryFn: ({ signal }) => client.call(userEndpoints.getTranscription, {}, { signal }),
  })
