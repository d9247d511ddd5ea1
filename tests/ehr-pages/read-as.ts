import type { SiteRules } from '../../lib/contracts/index.ts'
import { read } from '../../lib/page/scan/scan.ts'
import type { PageReading } from '../../lib/page/shapes.ts'

/** Reads this document as if it had another address, with the rules of that site. */
export const readAs = ({ url, siteRules }: { url: string; siteRules: SiteRules | null }): PageReading =>
  read(document, url, { siteRules })
