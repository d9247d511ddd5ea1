import { useCallback } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { usePorts } from '../ports.tsx'
import { isOffline } from '../ui/failure.ts'

/** In ms: the start or the end of a dictation must not be delayed by more than this. */
const waitMs = 4000

/**
 * Waits at most 4 s for a check of the session (product 4.3). Rejects with the error of the check if the session has
 * ended. Resolves if the check takes longer than 4 s, or if `isHarmless` is true for the error of the check, for
 * example if the server cannot be reached. A dictation can then begin or end, and its words are kept until the server
 * answers.
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

/** Asks the server if the session is still valid. Rejects if the session has ended. */
export const checkToken = (client: Pick<Client, 'call'>): Promise<void> =>
  waitForCheck(client.call(userEndpoints.verifyToken, { query: {} }), isOffline)

export function useTokenCheck(): () => Promise<void> {
  const { client } = usePorts()
  return useCallback(() => checkToken(client), [client])
}
