import { useCallback } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { usePorts } from '../ports.tsx'
import { isOffline } from '../ui/failure.ts'

/** Longer than this nobody waits to begin or to finish what they say. */
const waitMs = 4000

/** Asks the server whether the session still counts (spec §4). A server that is away, or does not answer in 4 s, refuses nobody: what is said is kept until it is back. */
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

/** The check for a dictation box. */
export function useTokenCheck(): () => Promise<void> {
  const { client } = usePorts()
  return useCallback(() => checkToken(client), [client])
}
