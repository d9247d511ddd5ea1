import { useQuery } from '@tanstack/react-query'
import { useSharedPorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { defaultSettings } from './settings-port.ts'

/** The providers with which people can sign in on this server. Empty until the server has answered. */
export function useProviders() {
  const { settings } = useSharedPorts()
  const { serverUrl } = useSubscribed(settings, defaultSettings)
  const { data } = useQuery({
    queryKey: ['providers', serverUrl],
    queryFn: ({ signal }) => settings.checkServer(serverUrl, signal),
  })
  return data?.providers ?? []
}
