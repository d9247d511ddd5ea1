import type { QueryFunctionContext } from '@tanstack/react-query'
import type { Client } from '../../lib/api/index.ts'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'

export const settingsKey = (directoryId: string) => ['directories', 'settings', directoryId] as const

/** The query for the settings of an organisation. */
export const settingsQuery = (client: Pick<Client, 'call'>, directoryId: string) => ({
  queryKey: settingsKey(directoryId),
  queryFn: ({ signal }: QueryFunctionContext) =>
    client.call(directoryEndpoints.getDirectorySettings, { params: { directoryId } }, { signal }),
})
