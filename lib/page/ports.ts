import type { SiteRules } from '../contracts/index.ts'

/** What the page code gets from outside the page. */
export interface PagePorts {
  /** Returns also closed shadow roots. Only content scripts have this API. */
  shadowRootOf?: (element: HTMLElement) => ShadowRoot | null
  /** Rules for this site, in addition to its adapter. */
  siteRules?: SiteRules | null
}
