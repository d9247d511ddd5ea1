import { useQuery } from '@tanstack/react-query'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import type { PolicyConsent } from '../../lib/contracts/index.ts'
import { useDirectories } from '../account/use-directories.ts'
import { usePorts } from '../ports.tsx'

/**
 * Returns the consent step that the chosen organisation asks for. While the server has not answered, it is the one that
 * was last known. Null: none. The server refuses a recording without it, so this only has to ask in time.
 */
export function useDirectoryConsent(): PolicyConsent | null {
  const { client, knownConsent } = usePorts()
  const { chosen, isSuccess } = useDirectories()
  const directoryId = chosen?.directoryId ?? null
  const known = useQuery({ queryKey: ['known-consent'], queryFn: () => knownConsent.read(), networkMode: 'always' })
  const asked = useQuery({
    queryKey: ['directories', 'consent', directoryId],
    enabled: isSuccess,
    queryFn: async ({ signal }): Promise<PolicyConsent | null> => {
      const consent =
        directoryId === null
          ? null
          : (await client.call(directoryEndpoints.getDirectorySettings, { params: { directoryId } }, { signal }))
              .consent
      await knownConsent.write(consent)
      return consent
    },
  })
  return asked.data === undefined ? (known.data ?? null) : asked.data
}
