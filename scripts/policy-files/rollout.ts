import type { Policy } from '../../lib/contracts/index.ts'

export interface Rollout {
  /** 32 letters from a to p, as `npm run zip -- --crx` prints them. */
  extensionId: string
  /** Address of the server that serves the package, without a slash at the end. */
  packageServer: string
  /** The group of the computers, 1 to 100. The first groups get a newer package first. Null: the last group. */
  group: number | null
  policy: Policy
}

export interface ManagedBrowser {
  name: 'chrome' | 'edge'
  title: string
  /** Key of the browser's policies in the registry of Windows, below HKEY_LOCAL_MACHINE. */
  registry: string
  /** Domain of the browser's preferences in macOS. */
  domain: string
  /** The setting that keeps the button of the extension in the toolbar. Its name is different in the two browsers. */
  pinned: Record<string, string>
}

export const managedBrowsers: readonly ManagedBrowser[] = [
  {
    name: 'chrome',
    title: 'Google Chrome',
    registry: 'Software\\Policies\\Google\\Chrome',
    domain: 'com.google.Chrome',
    pinned: { toolbar_pin: 'force_pinned' },
  },
  {
    name: 'edge',
    title: 'Microsoft Edge',
    registry: 'Software\\Policies\\Microsoft\\Edge',
    domain: 'com.microsoft.Edge',
    pinned: { toolbar_state: 'force_shown' },
  },
]

export const originOf = ({ extensionId }: Rollout): string => `chrome-extension://${extensionId}`

/**
 * Policies that are lists of origins. The origin of the extension must be in these lists, so that the extension can use
 * the microphone without asking the user, and can record the sound of a tab.
 */
export const originLists = ['AudioCaptureAllowedUrls', 'TabCaptureAllowedByOrigins'] as const

export const updatePath = '/extension/update.xml'
/** How an update address ends: with the path, or with the path and a group from 1 to 100. */
export const updateAddressEnd = /\/extension\/update\.xml(?:\?group=(?:[1-9]\d?|100))?$/

/**
 * The settings of the extension in the policy `ExtensionSettings`. `override_update_url`: the browser gets later
 * versions from the same server, although the manifest in the package does not name this server.
 */
export const installation = ({ packageServer, group }: Rollout, { pinned }: ManagedBrowser) => ({
  installation_mode: 'force_installed',
  update_url: `${packageServer}${updatePath}${group === null ? '' : `?group=${group}`}`,
  override_update_url: true,
  ...pinned,
})

export const browserPolicies = (rollout: Rollout, browser: ManagedBrowser) => ({
  ExtensionSettings: { [rollout.extensionId]: installation(rollout, browser) },
  ...Object.fromEntries(originLists.map((list) => [list, [originOf(rollout)]])),
})

/** Returns a policy whose `expectedKeys` names all its keys. So the extension notices if one of them does not arrive. */
export function expectAllKeys({ expectedKeys: _, ...policy }: Policy): Policy {
  return { ...policy, expectedKeys: Object.keys(policy) }
}
