import { browser } from 'wxt/browser'
import { type SiteRules, siteRulesEndpoints } from '../contracts/index.ts'
import { rememberRules } from '../page/ask.ts'
import { rulesFor } from '../page/form/rules-meet.ts'
import { client } from './api.ts'
import { storedSettings, storedSiteRules } from './stored.ts'

/** Rules older than this are fetched again, so a corrected rule reaches every browser within this time. */
const freshForMs = 15 * 60_000
/** Wait before the next attempt when the server gave no answer or nobody is signed in. */
const retryAfterMs = 60_000

let asking = false

/** Fetches the rules and stores them. If the request fails, stores the old rules `before` again, due for a retry. */
async function ask(serverUrl: string, before: SiteRules[]): Promise<void> {
  try {
    const { rules } = await client.call(siteRulesEndpoints.listSiteRules, {}, { timeoutMs: 10_000 })
    await storedSiteRules.write({ serverUrl, askedAt: Date.now(), rules })
  } catch {
    await storedSiteRules.write({ serverUrl, askedAt: Date.now() - freshForMs + retryAfterMs, rules: before })
  }
}

/**
 * Returns the stored rules of this server at once. Old rules are refreshed in the background, because reading a page
 * must not wait for a server.
 */
async function keptRules(): Promise<SiteRules[]> {
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

/** Session-storage flag: open pages may hold rules. It lasts as long as the browser session, like those pages. */
const toldKey = 'site-rules.told'

/**
 * Sends the rules for its site to each frame of a tab; call it before the scanner runs. The rules are parsed here, so
 * that the injected scripts need no zod.
 */
export async function tellSiteRules(tabId: number): Promise<void> {
  const known = await keptRules()
  const everywhere = { tabId, allFrames: true }
  if (known.length === 0) {
    // The server may have withdrawn all rules since the last scan. Clear the rules that the page still holds.
    if ((await browser.storage.session.get(toldKey))[toldKey] === true)
      await browser.scripting.executeScript({ target: everywhere, func: rememberRules, args: [null] })
    return
  }
  await browser.storage.session.set({ [toldKey]: true })
  const frames = await browser.scripting.executeScript({
    target: everywhere,
    func: () => globalThis.location.hostname,
  })
  const hosts = Map.groupBy(frames, ({ result }) => String(result))
  for (const [host, those] of hosts) {
    const target = { tabId, frameIds: those.map(({ frameId }) => frameId) }
    // Also send an empty result: the server may have withdrawn the rules of this site since the last scan.
    await browser.scripting.executeScript({ target, func: rememberRules, args: [rulesFor(host, known)] })
  }
}
