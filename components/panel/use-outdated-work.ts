import { type RefObject, useEffect } from 'react'
import type { Person } from '../../lib/contracts/person.ts'
import { usePolicy } from '../policy.ts'
import { usePorts } from '../ports.tsx'

/** How often an open panel checks if words were erased, in ms. The policy counts days, so a minute is early enough. */
const lookMs = 60_000

/**
 * Calls `clear` when the words of an open panel were erased from the browser's storage, because the organisation does
 * not allow to keep them any longer (product 13.17). `changedAt`: when the words last changed here, in epoch
 * milliseconds; null: there are none.
 */
export function useOutdatedWork(person: Person | null, changedAt: RefObject<number | null>, clear: () => void): void {
  const { draft } = usePorts()
  const policy = usePolicy()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another policy may allow fewer days
  useEffect(() => {
    const look = async () => {
      const erasedAt = person && (await draft.erasedAt(person))
      // Words that were typed after the erasure must stay.
      if (changedAt.current !== null && erasedAt !== null && erasedAt >= changedAt.current) clear()
    }
    // If the storage cannot be read, the next check reads it again.
    const lookAgain = () => void look().catch(() => undefined)
    lookAgain()
    const timer = setInterval(lookAgain, lookMs)
    return () => clearInterval(timer)
  }, [draft, person, policy, changedAt, clear])
}
