import { useCallback } from 'react'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { usePorts } from '../ports.tsx'
import { isOffline } from '../ui/failure.ts'

/** Asks the server whether the session still counts (spec §4). A server that is away refuses nobody: what is said is kept until it is back. */
export function useTokenCheck(): () => Promise<void> {
  const { client } = usePorts()
  return useCallback(async () => {
    try {
      await client.call(userEndpoints.verifyToken, { query: {} })
    } catch (error) {
      if (!isOffline(error)) throw error
    }
  }, [client])
}
