import { browser } from 'wxt/browser'
import { currentTab } from './current-tab.ts'
import { observable } from './observable.ts'

interface SitesState {
  kept: string[]
}

const scriptId = 'kept-sites'
/** The same doorbell that the manifest puts into the EHRs it names. */
const doorbell = '/content-scripts/ehr.js'
const patternOf = (host: string) => `https://${host}/*`

/** What was allowed beside what the manifest asks for. */
async function keptPatterns(): Promise<string[]> {
  const { origins = [] } = await browser.permissions.getAll()
  const own = new Set(browser.runtime.getManifest().host_permissions)
  return origins.filter((pattern) => !own.has(pattern))
}

const keptHosts = async () =>
  (await keptPatterns()).map((pattern) => new URL(pattern.replace('/*', '/')).hostname).toSorted()

/** Sites kept by the clinician; live over every page of the extension. */
export function createSites() {
  const state = observable<SitesState>({ kept: [] }, () => {
    const tell = () => void keptHosts().then((kept) => state.set({ kept }))
    tell()
    browser.permissions.onAdded.addListener(tell)
    browser.permissions.onRemoved.addListener(tell)
    return () => {
      browser.permissions.onAdded.removeListener(tell)
      browser.permissions.onRemoved.removeListener(tell)
    }
  })
  return {
    subscribe: state.subscribe,
    async keep(host: string): Promise<boolean> {
      // Nothing is awaited before: the browser asks only within a click.
      if (!(await browser.permissions.request({ origins: [patternOf(host)] }))) return false
      // The page that is open was loaded before; the next ones are rung by what the service worker registers.
      const tab = await currentTab()
      if (!tab) return true
      const target = { tabId: tab.tabId, allFrames: true }
      await browser.scripting.executeScript({ target, files: [doorbell] }).catch(() => undefined)
      return true
    },
    async forget(host: string): Promise<void> {
      await browser.permissions.remove({ origins: [patternOf(host)] })
    },
  }
}

/** Puts the doorbell into the sites that are kept now, and into no other. */
async function ringFromKeptSites(): Promise<void> {
  const [matches, known] = await Promise.all([
    keptPatterns(),
    browser.scripting.getRegisteredContentScripts({ ids: [scriptId] }),
  ])
  if (known.length > 0) await browser.scripting.unregisterContentScripts({ ids: [scriptId] })
  if (matches.length === 0) return
  await browser.scripting.registerContentScripts([
    { id: scriptId, matches, js: [doorbell], allFrames: true, matchOriginAsFallback: true, runAt: 'document_idle' },
  ])
}

/** In the service worker: what is kept is rung from, and what was taken back no longer is. */
export function followKeptSites(): void {
  let last: Promise<void> = Promise.resolve()
  // One after the other: two at once would register the same twice.
  const follow = () => {
    last = last.then(ringFromKeptSites, ringFromKeptSites)
  }
  browser.permissions.onAdded.addListener(follow)
  browser.permissions.onRemoved.addListener(follow)
  browser.runtime.onInstalled.addListener(follow)
}
