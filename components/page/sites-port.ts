import type { Subscribable } from '../subscribable.ts'

/** Sites that the clinician has allowed, in addition to the known EHRs. */
export interface SitesState {
  /** Host names. */
  kept: string[]
}

export interface SitesPort extends Subscribable<SitesState> {
  /**
   * Asks the user, with the browser's prompt, for the permission to read and fill the pages of this host. Must be
   * called from a click handler. Resolves to false if the user refused.
   */
  keep(host: string): Promise<boolean>
  forget(host: string): Promise<void>
}

export const noSites: SitesState = { kept: [] }

/** Returns the host of an HTTPS address. Returns null for other addresses, because their traffic is not encrypted. */
export function siteOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' ? hostname : null
}
