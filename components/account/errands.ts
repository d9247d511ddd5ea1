import { useState } from 'react'
import type { Provider, ReturnedSecret } from '../../lib/contracts/oauth.ts'

/**
 * Why a signed-in person opens the page of a provider. `link`: to link an account of the provider. `people`: to allow
 * Chartside to list the people of a Google Workspace.
 */
export type Errand = 'link' | 'people'

/**
 * The secret that the server returns after a provider has confirmed an errand (see `Errand`), and the name of the
 * provider. The server accepts the secret for one minute.
 */
export interface ReturnedErrand extends ReturnedSecret {
  provider: Provider
}

/**
 * Opens the pages of providers. The page of the provider replaces the current page, so unsaved input on the current
 * page is lost.
 */
export interface Errands {
  /** Opens the provider's page on which the person chooses the account to link. Rejects with an `ApiError`. */
  link(provider: Provider): Promise<void>
  /** Opens Google's page that asks for permission to read the people of a Workspace. Rejects with an `ApiError`. */
  readPeople(): Promise<void>
  /**
   * Returns the secret that a provider has returned for this errand. An errand is the reason for the visit to the
   * provider's page, see `Errand`. Returns null if there is no secret, or if `forget` was called.
   */
  returned(errand: Errand): ReturnedErrand | null
  /** Deletes the secret that a provider has returned for this errand. */
  forget(errand: Errand): void
}

/**
 * Returns the secret that a provider has returned for this errand (see `Errand`), and a function that deletes the
 * secret. Call the function when the person has accepted or refused the result, for example the linked account. Reading
 * the secret does not delete it: React can discard the first render of a page that is still loading, and the next
 * render must find the secret again.
 */
export function useReturned(errands: Errands | undefined, errand: Errand): [ReturnedErrand | null, () => void] {
  const [providerReturn, setProviderReturn] = useState(() => errands?.returned(errand) ?? null)
  const finish = () => {
    errands?.forget(errand)
    setProviderReturn(null)
  }
  return [providerReturn, finish]
}
