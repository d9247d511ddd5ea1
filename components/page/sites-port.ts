import type { Subscribable } from '../ports.tsx'

/** Sites that are followed beside the EHRs the extension knows, because the clinician allowed it. */
export interface SitesState {
  /** Host names. */
  kept: string[]
}

export interface SitesPort extends Subscribable<SitesState> {
  /** Asks the browser's own question; call it from a click. false: it was refused. */
  keep(host: string): Promise<boolean>
  forget(host: string): Promise<void>
}

export const noSites: SitesState = { kept: [] }

/** The host of an address that can be kept; null where nothing protects what goes to and fro. */
export function siteOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' ? hostname : null
}
