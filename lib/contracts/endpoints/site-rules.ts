import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { siteRules } from '../site-rules.ts'

export const siteRulesEndpoints = {
  listSiteRules: endpoint({
    method: 'GET',
    path: '/user/site-rules',
    audience: 'user',
    summary: 'Rules by which forms of EHR sites are read: selectors only, never code. Empty where none are configured.',
    response: z.object({ rules: z.array(siteRules).max(200) }),
  }),
} as const
