import { useCallback } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { usePorts } from '../ports.tsx'
import { isOffline } from '../ui/failure.ts'

/** In ms: the start or the end of a dictation must not be delayed by more than this. */
const waitMs = 4000

/**
 * Asks the server if the session is still valid (product 4.3). If the server cannot be reached or does not answer in 4
 * s, the check passes: the words are kept until the server is back. Rejects if the session has ended.
 */
export async function checkToken(client: Pick<Client, 'call'>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, waitMs)
  try {
    await Promise.race([client.call(userEndpoints.verifyToken, { query: {} }), late.promise])
  } catch (error) {
    if (!isOffline(error)) throw error
  } finally {
    clearTimeout(timer)
  }
}

export function useTokenCheck(): () => Promise<void> {
  const { client } = usePorts()
  return useCallback(() => checkToken(client), [client])
}
