import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../../lib/api/index.ts'
import { settingsQuery } from '../../directory/settings-query.ts'
import { useDirectories } from '../use-directories.ts'
import type { CountryFilters } from './phone-rules.ts'

const none: CountryFilters = {}

/**
 * Returns the countries that the organisation allows in which the person works (product 5.12). Without an organisation,
 * and if the server does not answer, every country is allowed. Null while the server is asked.
 */
export function usePhoneFilters(client: Pick<Client, 'call'>): CountryFilters | null {
  const { directory, isLoading: isAsking } = useDirectories()
  const { data, isLoading } = useQuery({
    ...settingsQuery(client, directory?.directoryId ?? ''),
    enabled: directory !== undefined,
  })
  if (isAsking || isLoading) return null
  // The countries are checked when the settings are stored.
  return (data?.phoneCountries as CountryFilters | undefined) ?? none
}
