import type { endpoints } from '../../lib/contracts/index.ts'
import { readSiteRules } from '../services/site-rules.ts'
import type { Handlers } from './handler.ts'

export const siteRulesHandlers: Handlers<(typeof endpoints)['siteRules'], 'user'> = {
  listSiteRules: async ({ context: { config } }) => ({ rules: await readSiteRules(config.siteRulesFile) }),
}
