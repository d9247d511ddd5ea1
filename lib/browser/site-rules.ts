import { browser } from 'wxt/browser'
import { type SiteRules, siteRulesEndpoints } from '../contracts/index.ts'
import { rememberRules } from '../page/ask.ts'
import { rulesFor } from '../page/form/rules-meet.ts'
import { client } from './api.ts'
import { storedSettings, storedSiteRules } from './stored.ts'

/** A mended page is known everywhere within this. */
const freshForMs = 15 * 60_000
/** Signed out, or the server away: asked again after this. */
const retryAfterMs = 60_000

let asking = false

/** Asks the server and keeps its answer; where it gives none, what it said before stands. */
async function ask(serverUrl: string, before: SiteRules[]): Promise<void> {
  try {
    const { rules } = await client.call(siteRulesEndpoints.listSiteRules, {}, { timeoutMs: 10_000 })
    await storedSiteRules.write({ serverUrl, askedAt: Date.now(), rules })
  } catch {
    await storedSiteRules.write({ serverUrl, askedAt: Date.now() - freshForMs + retryAfterMs, rules: before })
  }
}

/** What is kept of this server, at once; asked anew behind it when it is old, for no page waits for a server. */
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

/** Whether pages that are open may hold rules; kept with the browser session, as those pages are. */
const toldKey = 'site-rules.told'

/** Tells each frame of a tab, ahead of the scanner, what is known of its site. Parsed here: a page carries no zod. */
export async function tellSiteRules(tabId: number): Promise<void> {
  const known = await keptRules()
  const everywhere = { tabId, allFrames: true }
  if (known.length === 0) {
    // They may all have been taken back since this page was last read.
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
    // No rules are told too: they may have been taken back since this page was last read.
    await browser.scripting.executeScript({ target, func: rememberRules, args: [rulesFor(host, known)] })
  }
}
