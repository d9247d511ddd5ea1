import type { SiteRules } from '../../lib/contracts/index.ts'
import { rememberRules } from '../../lib/page/ask.ts'
import { read } from '../../lib/page/scan/read.ts'
import type { PageReading } from '../../lib/page/shapes.ts'

/** Reads this document as if it had another address, with the rules of that site. */
export function readAs({ url, siteRules }: { url: string; siteRules: SiteRules | null }): PageReading {
  rememberRules(siteRules)
  return read(document, url)
}
