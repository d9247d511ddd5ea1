import { useCallback } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { usePorts } from '../ports.tsx'
import { isOffline } from '../ui/failure.ts'

/** In ms: the start or the end of a dictation must not be delayed by more than this. */
const waitMs = 4000

/**
 * Waits at most 4 s for a check of the session (product 4.3). If the check fails, rejects with its error, except if
 * `isHarmless` returns true for the error, for example because the server cannot be reached. Also resolves if the check
 * takes longer than 4 s. In these cases a dictation can begin or end, and its words are kept until the server answers.
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
