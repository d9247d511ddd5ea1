import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { siteRules } from '../site-rules.ts'

/**
 * The call for the site rules: rules for reading pages of EHR sites, which the owner of the server configures. The
 * extension uses these rules in addition to its adapters.
 */
export const siteRulesEndpoints = {
  listSiteRules: endpoint({
    method: 'GET',
    path: '/user/site-rules',
    audience: 'user',
    summary: 'Rules by which forms of EHR sites are read: selectors only, never code. Empty where none are configured.',
    response: z.object({ rules: z.array(siteRules).max(200) }),
  }),
} as const
