import { ApiError } from '../api/index.ts'
import { type SiteRules, siteRulesEndpoints } from '../contracts/index.ts'
import { client } from './api.ts'
import { storedSettings, storedSiteRules } from './stored.ts'

const freshForMs = 15 * 60_000
const retryAfterMs = 60_000

let asking = false

/**
 * Fetches the rules and stores them. If the request fails, stores the old rules `before` again, with a time that makes
 * the next request due after `retryAfterMs`.
 */
async function ask(serverUrl: string, before: SiteRules[]): Promise<void> {
  try {
    const { rules } = await client.call(siteRulesEndpoints.listSiteRules, {}, { timeoutMs: 10_000 })
    await storedSiteRules.write({ serverUrl, askedAt: Date.now(), rules })
  } catch (error) {
    // The server did not answer, or no user is signed in. The request is repeated after `retryAfterMs`.
    if (!(error instanceof ApiError)) throw error
    await storedSiteRules.write({ serverUrl, askedAt: Date.now() - freshForMs + retryAfterMs, rules: before })
  }
}

/**
 * Returns the stored rules of this server at once. Old rules are refreshed in the background, because reading a page
 * must not wait for a server. The rules are parsed here, so that the scripts in pages need no zod.
 */
export async function knownSiteRules(): Promise<SiteRules[]> {
  const [{ serverUrl }, found] = await Promise.all([storedSettings.read(), storedSiteRules.read()])
  const kept = found?.serverUrl === serverUrl ? found : { askedAt: 0, rules: [] }
  if (!asking && Math.abs(Date.now() - kept.askedAt) > freshForMs) {
    asking = true
    void ask(serverUrl, kept.rules).finally(() => {
      asking = false
    })
  }
  return kept.rules
}
