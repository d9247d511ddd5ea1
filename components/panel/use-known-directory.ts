import { useQuery } from '@tanstack/react-query'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { useDirectories } from '../account/use-directories.ts'
import { type KnownDirectory, usePorts } from '../ports.tsx'

/** Interval at which an open panel loads the rules again, in milliseconds. */
const refreshMs = 60_000

/**
 * Returns the rules of the person's directories about recording and pages, and stores them for the other parts of the
 * extension. They hold without a chosen directory, too (product 12.105). Until the server answers, returns the stored
 * rules. Null: no rules are known.
 */
export function useKnownDirectory(): KnownDirectory | null {
  const { client, knownDirectory } = usePorts()
  const { chosen, isSuccess } = useDirectories()
  const directoryId = chosen?.directoryId
  const known = useQuery({
    queryKey: ['known-directory'],
    queryFn: () => knownDirectory.read(),
    networkMode: 'always',
  })
  const asked = useQuery({
    queryKey: ['directories', 'known', directoryId ?? null],
    enabled: isSuccess,
    refetchInterval: refreshMs,
    queryFn: async ({ signal }): Promise<KnownDirectory> => {
      const { consent, allowedHosts, language } = await client.call(directoryEndpoints.getWorkRules, {}, { signal })
      const now = { ...(directoryId === undefined ? {} : { directoryId }), consent, allowedHosts, language }
      await knownDirectory.write(now)
      return now
    },
  })
  return asked.data === undefined ? (known.data ?? null) : asked.data
}
