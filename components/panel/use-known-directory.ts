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
  const { directory, isSuccess } = useDirectories()
  const directoryId = directory?.directoryId
  const storedQuery = useQuery({
    queryKey: ['known-directory'],
    queryFn: () => knownDirectory.read(),
    networkMode: 'always',
  })
  const rulesQuery = useQuery({
    queryKey: ['directories', 'known', directoryId ?? null],
    enabled: isSuccess,
    refetchInterval: refreshMs,
    queryFn: async ({ signal }): Promise<KnownDirectory> => {
      const { consent, allowedHosts, language } = await client.call(directoryEndpoints.getWorkRules, {}, { signal })
      const rules = { ...(directoryId === undefined ? {} : { directoryId }), consent, allowedHosts, language }
      await knownDirectory.write(rules)
      return rules
    },
  })
  return rulesQuery.data === undefined ? (storedQuery.data ?? null) : rulesQuery.data
}
