import type { DayOrder } from '../../lib/page/dates.ts'
import type { PageReading } from '../../lib/page/shapes.ts'
import type { Subscribable } from '../subscribable.ts'

/** Sites that the clinician has allowed, in addition to the known EHRs. */
export interface SitesState {
  /** Host names. */
  kept: string[]
  /** What the dates of a host begin with, where the clinician has said so. */
  dayOrders: Record<string, DayOrder>
}

export interface SitesPort extends Subscribable<SitesState> {
  /**
   * Asks the user, with the browser's prompt, for the permission to read and fill the pages of this host. Must be
   * called from a click handler. Resolves to false if the user refused.
   */
  keep(host: string): Promise<boolean>
  forget(host: string): Promise<void>
  /** Stores what the dates of this host begin with. Null: removes the choice. */
  orderDates(host: string, order: DayOrder | null): Promise<void>
}

export const noSites: SitesState = { kept: [], dayOrders: {} }

/** Returns the host of the document that was read. Null: the document has no host, such as a file. */
export function hostOfPage({ url }: Pick<PageReading, 'url'>): string | null {
  const [address = ''] = url.split(' ')
  return (URL.canParse(address) && new URL(address).hostname) || null
}

/** Returns the host of an HTTPS address. Returns null for other addresses, because their traffic is not encrypted. */
export function siteOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' ? hostname : null
}
