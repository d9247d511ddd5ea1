import type { SiteRules } from '../contracts/index.ts'

/** What the page room is told from outside the page. */
export interface PagePorts {
  /** Opens closed shadow roots too; content scripts have such a call, plain pages do not. */
  shadowRootOf?: (element: HTMLElement) => ShadowRoot | null
  /** What is known of this site beyond its adapter. */
  siteRules?: SiteRules | null
}
