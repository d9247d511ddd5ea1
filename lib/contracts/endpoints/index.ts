import type { Endpoint } from '../endpoint.ts'
import { adminEndpoints } from './admin.ts'
import { bannerEndpoints } from './banners.ts'
import { licenseEndpoints } from './licenses.ts'
import { productEndpoints } from './products.ts'
import { publicEndpoints } from './public.ts'
import { recordingEndpoints } from './recordings.ts'
import { siteRulesEndpoints } from './site-rules.ts'
import { templateEndpoints } from './templates.ts'
import { transcriptFileEndpoints } from './transcript-files.ts'
import { userEndpoints } from './user.ts'

export {
  adminEndpoints,
  bannerEndpoints,
  licenseEndpoints,
  productEndpoints,
  publicEndpoints,
  recordingEndpoints,
  siteRulesEndpoints,
  templateEndpoints,
  transcriptFileEndpoints,
  userEndpoints,
}

/** All calls of the server, in groups with one audience each. */
export const endpoints = {
  public: publicEndpoints,
  user: userEndpoints,
  recordings: recordingEndpoints,
  templates: templateEndpoints,
  transcriptFiles: transcriptFileEndpoints,
  siteRules: siteRulesEndpoints,
  licenses: licenseEndpoints,
  products: productEndpoints,
  banners: bannerEndpoints,
  admin: adminEndpoints,
} as const

/** All calls as one flat list. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((group): readonly Endpoint[] =>
  Object.values(group),
)
