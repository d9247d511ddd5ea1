import { useQuery } from '@tanstack/react-query'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { useDirectories } from '../account/use-directories.ts'
import { type KnownDirectory, usePorts } from '../ports.tsx'

/** Interval at which an open panel loads the settings of the directory again, in milliseconds. */
const refreshMs = 60_000

/**
 * Returns the settings of the chosen directory about recording and pages, and stores them for the other parts of the
 * extension. Until the server answers, returns the stored settings. Null: no settings are known.
 */
export function useKnownDirectory(): KnownDirectory | null {
  const { client, knownDirectory } = usePorts()
  const { chosen, isSuccess } = useDirectories()
  const directoryId = chosen?.directoryId ?? null
  const known = useQuery({
    queryKey: ['known-directory'],
    queryFn: () => knownDirectory.read(),
    networkMode: 'always',
  })
  const asked = useQuery({
    queryKey: ['directories', 'known', directoryId],
    enabled: isSuccess,
    refetchInterval: refreshMs,
    queryFn: async ({ signal }): Promise<KnownDirectory | null> => {
      const now = directoryId === null ? null : await ask(directoryId, signal)
      await knownDirectory.write(now)
      return now
    },
  })
  return asked.data === undefined ? (known.data ?? null) : asked.data

  async function ask(directoryId: string, signal: AbortSignal): Promise<KnownDirectory> {
    const settings = await client.call(directoryEndpoints.getDirectorySettings, { params: { directoryId } }, { signal })
    const { consent, allowedHosts, language } = settings
    return { directoryId, consent, allowedHosts, language }
  }
}
