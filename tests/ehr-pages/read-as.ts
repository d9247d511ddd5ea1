import type { SiteRules } from '../../lib/contracts/index.ts'
import { rememberRules } from '../../lib/page/ask.ts'
import { read } from '../../lib/page/scan/scan.ts'
import type { PageReading } from '../../lib/page/shapes.ts'

/** Reads this document as if it stood at another address, with what is known of its site. */
export function readAs({ url, siteRules }: { url: string; siteRules: SiteRules | null }): PageReading {
  rememberRules(siteRules)
  return read(document, url)
}
