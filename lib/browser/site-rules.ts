import { ApiError } from '../api/index.ts'
import { type SiteRules, siteRulesEndpoints } from '../contracts/index.ts'
import { client } from './api.ts'
import { storedSettings, storedSiteRules } from './stored.ts'

const freshForMs = 15 * 60_000
const retryAfterMs = 60_000

let asking = false

/**
 * Fetches the rules and stores them. If the request fails, stores the rules `oldRules` again, with a time that makes
 * the next request due after `retryAfterMs`.
 */
async function ask(serverUrl: string, oldRules: SiteRules[]): Promise<void> {
  try {
    const { rules } = await client.call(siteRulesEndpoints.listSiteRules, {}, { timeoutMs: 10_000 })
    await storedSiteRules.write({ serverUrl, askedAt: Date.now(), rules })
  } catch (error) {
    // The server did not answer, or no user is signed in. The request is repeated after `retryAfterMs`.
    if (!(error instanceof ApiError)) throw error
    await storedSiteRules.write({ serverUrl, askedAt: Date.now() - freshForMs + retryAfterMs, rules: oldRules })
  }
}

/**
 * Returns the stored rules of this server at once. Old rules are refreshed in the background, because reading a page
 * must not wait for a server. The rules are parsed here, so that the scripts in pages need no zod.
 */
export async function knownSiteRules(): Promise<SiteRules[]> {
  const [{ serverUrl }, storedRules] = await Promise.all([storedSettings.read(), storedSiteRules.read()])
  const currentRules = storedRules?.serverUrl === serverUrl ? storedRules : { askedAt: 0, rules: [] }
  if (!asking && Math.abs(Date.now() - currentRules.askedAt) > freshForMs) {
    asking = true
    void ask(serverUrl, currentRules.rules).finally(() => {
      asking = false
    })
  }
  return currentRules.rules
}
