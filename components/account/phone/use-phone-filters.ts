import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../../lib/api/index.ts'
import { directoryEndpoints } from '../../../lib/contracts/endpoints/directories.ts'
import { useDirectories } from '../use-directories.ts'
import type { CountryFilters } from './phone-rules.ts'

const none: CountryFilters = {}

/**
 * Returns the countries that the organisation allows in which the person works (product 5.12). Until the server has
 * answered, and without an organisation, every country is allowed.
 */
export function usePhoneFilters(client: Pick<Client, 'call'>): CountryFilters {
  const { directory } = useDirectories()
  const directoryId = directory?.directoryId ?? ''
  const { data } = useQuery({
    queryKey: ['directories', 'phone-countries', directoryId],
    enabled: directory !== undefined,
    queryFn: async ({ signal }) => {
      const params = { directoryId }
      const { phoneCountries } = await client.call(directoryEndpoints.getDirectorySettings, { params }, { signal })
      // The countries are checked when the settings are stored.
      return (phoneCountries as CountryFilters | undefined) ?? none
    },
  })
  return data ?? none
}
