import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../../lib/api/index.ts'
import { directoryEndpoints } from '../../../lib/contracts/endpoints/directories.ts'
import { limits } from '../../../lib/contracts/limits.ts'
import type { CountryFilters } from './phone-rules.ts'

const none: CountryFilters = {}

/**
 * Returns the countries that the organisation allows in which the person works (product 5.12). Until the server has
 * answered, and without an organisation, every country is allowed.
 */
export function usePhoneFilters(client: Pick<Client, 'call'>): CountryFilters {
  const { data } = useQuery({
    queryKey: ['directories', 'phone-countries'],
    queryFn: async ({ signal }) => {
      const query = { limit: limits.pageSizeMax }
      const { items } = await client.call(directoryEndpoints.listDirectories, { query }, { signal })
      const chosen = items.find((directory) => directory.chosen)
      if (chosen === undefined) return none
      const params = { directoryId: chosen.directoryId }
      const { phoneCountries } = await client.call(directoryEndpoints.getDirectorySettings, { params }, { signal })
      // The countries are checked when the settings are stored.
      return (phoneCountries as CountryFilters | undefined) ?? none
    },
  })
  return data ?? none
}
