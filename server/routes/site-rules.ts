import type { endpoints } from '../../lib/contracts/index.ts'
import { readSiteRules } from '../services/site-rules.ts'
import type { Handlers } from './handler.ts'

/** Handlers that return the rules for EHR sites to the extension. */
export const siteRulesHandlers: Handlers<(typeof endpoints)['siteRules'], 'user'> = {
  listSiteRules: async ({ context: { config } }) => ({ rules: await readSiteRules(config.siteRulesFile) }),
}
