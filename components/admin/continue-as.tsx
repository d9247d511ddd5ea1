import { createContext, useContext } from 'react'
import type { Session } from '../../lib/contracts/index.ts'

type Continue = (session: Session) => Promise<void>

const Context = createContext<Continue | null>(null)

/** Gives the pages a function that replaces the current session by the session of another person. */
export const ContinueAs = Context.Provider

/** Returns the function that replaces the current session by another person's. Throws outside of the portal. */
export function useContinueAs(): Continue {
  const continueAs = useContext(Context)
  if (!continueAs) throw new Error('Only the portal can continue with another session.')
  return continueAs
}
