import type { Provider, ReturnedSecret } from '../../lib/contracts/oauth.ts'

/** Why a signed-in person goes to the page of a provider: to link an account, or to read the people of a Workspace. */
export type Errand = 'link' | 'people'

/** What a provider has given for an errand. The secret is valid for a minute. */
export interface ReturnedErrand extends ReturnedSecret {
  provider: Provider
}

/** Leads to the pages of providers and back. They replace this page, so what is on the screen is gone meanwhile. */
export interface Errands {
  /** Leaves for the page on which the person chooses the account to link. Rejects with an `ApiError`. */
  link(provider: Provider): Promise<void>
  /** Leaves for the page on which Google asks for the people of a Workspace. Rejects with an `ApiError`. */
  readPeople(): Promise<void>
  /** What came back for this errand. The next call answers null. */
  take(errand: Errand): ReturnedErrand | null
}
