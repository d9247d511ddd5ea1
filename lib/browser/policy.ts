import { browser } from 'wxt/browser'
import { z } from 'zod'
import {
  createPolicyState,
  demand,
  noPolicy,
  type PolicyAction,
  type PolicyReading,
  policyAllows,
  withDirectory,
} from '../policy/index.ts'
import { knownDirectory } from './known-directory.ts'
import { observable } from './observable.ts'

const copyKey = 'policy'
const sinceKey = 'policy-since'
const time = z.number()

/**
 * Returns how long this browser has been running, in milliseconds. The time is counted from the first call after the
 * start of the browser.
 */
async function browserAgeMs(): Promise<number> {
  const startTime = time.safeParse((await browser.storage.session.get(sinceKey))[sinceKey])
  if (startTime.success) return Date.now() - startTime.data
  await browser.storage.session.set({ [sinceKey]: Date.now() })
  return 0
}

let installedByPolicy: Promise<boolean> | null = null

function isInstalledByPolicy(): Promise<boolean> {
  installedByPolicy ??= browser.management.getSelf().then(({ installType }) => installType === 'admin')
  return installedByPolicy
}

/** The only server that this package knows (see `npm run zip -- --crx --server`). Null in every other package. */
const packageServer: string | null = import.meta.env.WXT_ORGANISATION_SERVER || null

/**
 * The policy that the browser's administrator has set for this extension (product 13.1). The offscreen page has no
 * storage and asks the service worker instead.
 */
const browserPolicy = createPolicyState({
  managed: {
    read: () => browser.storage.managed.get(),
    watch(listener) {
      const onChange = (_changes: unknown, area: string) => {
        if (area === 'managed') listener()
      }
      browser.storage.onChanged.addListener(onChange)
      return () => browser.storage.onChanged.removeListener(onChange)
    },
  },
  copy: {
    read: async () => (await browser.storage.local.get(copyKey))[copyKey] ?? null,
    write: (raw) => browser.storage.local.set({ [copyKey]: raw }),
  },
  waits: async () => import.meta.env.WXT_ORGANISATION_MANAGED === 'true' || isInstalledByPolicy(),
  packageServer,
  version: () => browser.runtime.getManifest().version,
  browserAgeMs,
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
})

export const organisationPolicy = withDirectory(browserPolicy, knownDirectory)

export function createPolicy(initial: PolicyReading = noPolicy) {
  const state = observable(initial, () => organisationPolicy.watch((reading) => state.set(reading)))
  return { subscribe: state.subscribe, get: state.get }
}

/** Rejects with a `PolicyRefusal`, which has a message for the user, if the policy does not allow the action. */
export async function demandAllowed(action: PolicyAction): Promise<void> {
  demand(await organisationPolicy.read(), action)
}

export async function isAllowed(action: PolicyAction): Promise<boolean> {
  return policyAllows(await organisationPolicy.read(), action) === null
}

/** Returns the host of an address or origin. '' if it has no host. A policy that lists hosts never allows ''. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '')
