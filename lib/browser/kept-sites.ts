import { browser } from 'wxt/browser'
import type { DayOrder } from '../page/dates.ts'
import { demand, noPolicy, policyAllows } from '../policy/index.ts'
import { currentTab } from './current-tab.ts'
import { observable } from './observable.ts'
import { createPolicy, hostOf, organisationPolicy } from './policy.ts'
import { isRefusal } from './refusal.ts'
import { storedDayOrders } from './stored.ts'

interface SitesState {
  kept: string[]
  dayOrders: Record<string, DayOrder>
}

const scriptId = 'kept-sites'
/**
 * The path of the content script that tells the panel when a page changes. For the hosts of known EHRs, the manifest
 * declares this script. For the sites that the user has allowed, the functions of this file register it.
 */
const doorbell = '/content-scripts/ehr.js'
const patternOf = (host: string) => `https://${host}/*`

async function keptPatterns(): Promise<string[]> {
  const { origins = [] } = await browser.permissions.getAll()
  const manifestHosts = new Set(browser.runtime.getManifest().host_permissions)
  return origins.filter((pattern) => !manifestHosts.has(pattern))
}

const keptHosts = async () =>
  (await keptPatterns()).map((pattern) => new URL(pattern.replace('/*', '/')).hostname).toSorted()

export function createSites() {
  let policy = noPolicy
  createPolicy().subscribe((reading) => {
    policy = reading
  })
  const state = observable<SitesState>({ kept: [], dayOrders: {} }, () => {
    const tell = () =>
      void Promise.all([keptHosts(), storedDayOrders.read()]).then(([hosts, dayOrders]) =>
        state.set({ kept: hosts, dayOrders }),
      )
    tell()
    const unwatch = storedDayOrders.watch(tell)
    browser.permissions.onAdded.addListener(tell)
    browser.permissions.onRemoved.addListener(tell)
    return () => {
      unwatch()
      browser.permissions.onAdded.removeListener(tell)
      browser.permissions.onRemoved.removeListener(tell)
    }
  })
  return {
    subscribe: state.subscribe,
    async keep(host: string): Promise<boolean> {
      demand(policy, { kind: 'feature', feature: 'keep-sites' })
      demand(policy, { kind: 'page', host })
      // Do not await anything before this call: the browser shows the permission prompt only within a click.
      if (!(await browser.permissions.request({ origins: [patternOf(host)] }))) return false
      // The open page was loaded before the permission was given, so inject the script into it now. The service worker
      // registers the script for pages that are loaded later.
      const tab = await currentTab()
      if (!tab) return true
      const target = { tabId: tab.tabId, allFrames: true }
      await browser.scripting.executeScript({ target, files: [doorbell] }).catch((error: unknown) => {
        // Ignore a refusal of the browser: the user has meanwhile switched to a page in which no script may run.
        if (!isRefusal(error)) throw error
      })
      return true
    },
    async forget(host: string): Promise<void> {
      await browser.permissions.remove({ origins: [patternOf(host)] })
    },
    async orderDates(host: string, order: DayOrder | null): Promise<void> {
      const { [host]: _, ...others } = await storedDayOrders.read()
      await storedDayOrders.write(order === null ? others : { ...others, [host]: order })
    },
  }
}

async function ringFromKeptSites(): Promise<void> {
  const [patterns, scripts, policy] = await Promise.all([
    keptPatterns(),
    browser.scripting.getRegisteredContentScripts({ ids: [scriptId] }),
    organisationPolicy.read(),
  ])
  const hostIn = (pattern: string) => hostOf(pattern.replace('/*', '/'))
  const matches = patterns.filter((pattern) => policyAllows(policy, { kind: 'page', host: hostIn(pattern) }) === null)
  if (scripts.length > 0) await browser.scripting.unregisterContentScripts({ ids: [scriptId] })
  if (matches.length === 0) return
  await browser.scripting.registerContentScripts([
    { id: scriptId, matches, js: [doorbell], allFrames: true, matchOriginAsFallback: true, runAt: 'document_idle' },
  ])
}

export function followKeptSites(): void {
  let queue: Promise<void> = Promise.resolve()
  // Run the updates one after another. Two parallel updates would register the same script id twice.
  const follow = () => {
    queue = queue.then(ringFromKeptSites, ringFromKeptSites)
  }
  browser.permissions.onAdded.addListener(follow)
  browser.permissions.onRemoved.addListener(follow)
  browser.runtime.onInstalled.addListener(follow)
  organisationPolicy.watch(follow)
}
