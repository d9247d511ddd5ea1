import { useCallback } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { usePorts } from '../ports.tsx'
import { isOffline } from '../ui/failure.ts'

/** In ms: the start or the end of a dictation must not be delayed by more than this. */
const waitMs = 4000

/**
 * Waits for a check of the session, but at most 4 s (product 4.3). Rejects with the error of the check, except if
 * `isHarmless` returns true for the error, for example because the server cannot be reached. Resolves if the check
 * succeeds, has a harmless error, or takes longer than 4 s. In these three cases, a dictation can begin or end.
 */
export async function waitForCheck(check: Promise<unknown>, isHarmless: (error: unknown) => boolean): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, waitMs)
  try {
    await Promise.race([check, late.promise])
  } catch (error) {
    if (!isHarmless(error)) throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Asks the server whether the session is still valid. Rejects with the error of the server, for example if the session
 * has ended. Resolves if the server cannot be reached or does not answer within 4 s.
 */
export const checkToken = (client: Pick<Client, 'call'>): Promise<void> =>
  waitForCheck(client.call(userEndpoints.verifyToken, { query: {} }), isOffline)

export function useTokenCheck(): () => Promise<void> {
  const { client } = usePorts()
  return useCallback(() => checkToken(client), [client])
}
