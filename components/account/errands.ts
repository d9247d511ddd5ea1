import { useState } from 'react'
import type { Provider, ReturnedSecret } from '../../lib/contracts/oauth.ts'

/**
 * Why a signed-in person goes to the page of a provider: to link an account, or to read the people of a Google
 * Workspace.
 */
export type Errand = 'link' | 'people'

/** What a provider has returned for an errand (see `Errand`). The secret is valid for one minute. */
export interface ReturnedErrand extends ReturnedSecret {
  provider: Provider
}

/** Opens the pages of providers. Such a page replaces this one, so unsaved input on this page is lost. */
export interface Errands {
  /** Opens the provider's page on which the person chooses the account to link. Rejects with an `ApiError`. */
  link(provider: Provider): Promise<void>
  /** Opens Google's page that asks for permission to read the people of a Workspace. Rejects with an `ApiError`. */
  readPeople(): Promise<void>
  /** Returns what a provider has returned for this errand, or null if there is nothing or `forget` was called. */
  returned(errand: Errand): ReturnedErrand | null
  /** Forgets what a provider has returned for this errand. */
  forget(errand: Errand): void
}

/**
 * Returns what a provider has returned for this errand, and a function to call when the person has used or refused it.
 * Nothing is forgotten before that call: React can discard the first render of a page that is still loading, and the
 * next render must find the provider's answer again.
 */
export function useReturned(errands: Errands | undefined, errand: Errand): [ReturnedErrand | null, () => void] {
  const [returned, setReturned] = useState(() => errands?.returned(errand) ?? null)
  const done = () => {
    errands?.forget(errand)
    setReturned(null)
  }
  return [returned, done]
}
