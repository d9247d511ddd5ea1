import { defineConfig } from 'wxt'
import { dataCategories, sentCategories } from './lib/egress/label.ts'
import { firefoxId } from './scripts/policy-files/firefox.ts'

/** The EHR hosts that the extension may read and fill. Any other page needs a click of the user (activeTab). */
const ehrHosts = ['https://*.kipuworks.com/*', 'https://*.crediblebh.com/*', 'https://*.advancedmd.com/*']

/** `--mode demo` adds the host of the server's demo chart, which looks like a host of Kipu. */
const demoHosts = ['http://demo.kipuworks.com/*']

/**
 * The public key of the organisation that signs the package (SPKI in DER, base64). It gives the extension a fixed id.
 * The stores give their own id and refuse a key, so the packages for the stores have none.
 */
const publicKey = process.env.EXTENSION_PUBLIC_KEY || null

/** The version of a package that an organisation signs. Null: the version of this source. */
const version = process.env.EXTENSION_VERSION || null

/** What every browser needs. */
const permissions = ['storage', 'unlimitedStorage', 'activeTab', 'scripting']

/** The part of the manifest for Chrome, Edge and Chromium. */
const inChromium = {
  minimum_chrome_version: '120',
  ...(publicKey === null ? {} : { key: publicKey }),
  permissions: [...permissions, 'sidePanel', 'offscreen', 'tabCapture'],
  // Requested when the user first signs in with Google, Microsoft or Apple.
  optional_permissions: ['identity'],
  // Generated from `lib/contracts/policy.ts` by `scripts/managed-policy.ts`.
  storage: { managed_schema: 'managed-policy.json' },
}

/**
 * The part for Firefox. It has no side panel (but a sidebar), no offscreen page and no recording of tabs. Its managed
 * storage needs no schema.
 */
const inFirefox = {
  permissions,
  // Firefox's own default would turn the socket of a server on this computer (ws://) into wss://.
  content_security_policy: { extension_pages: "script-src 'self'; object-src 'none'" },
  browser_specific_settings: {
    gecko: {
      id: firefoxId,
      strict_min_version: '140.0',
      // Firefox shows these before the installation. All of it goes to the server that the user has chosen.
      data_collection_permissions: {
        required: sentCategories().map((category) => dataCategories[category].firefox),
      },
    },
  },
}

/**
 * Bundles the code of the panel's first screen in few files. Loading about fifty small files would take longer than
 * running their code.
 */
const firstLook = {
  groups: [
    {
      name: 'rooms',
      tags: ['$initial' as const],
      test: /\/lib\/(contracts|api|browser)\/|node_modules\/(zod|ky|eventsource-parser|@webext-core|webextension-polyfill|@wxt-dev|wxt)\//,
    },
    {
      name: 'look',
      tags: ['$initial' as const],
      test: /\/components\/|node_modules\/(react|react-dom|scheduler|@mantine|@tanstack|@tabler|wouter|clsx|@floating-ui|regexparam|use-sync-external-store|react-remove-scroll|tslib)/,
    },
    // The first screen after the sign-in, with its imports.
    {
      name: 'session',
      test: /\/components\/(recording\/(session-screen|waiting-recordings)|dictation\/dictation-box|page\/chart-head)\./,
    },
    // Select lists, dialogs and menus, which all other screens share.
    {
      name: 'controls',
      test: /node_modules\/(@mantine\/core|@floating-ui|react-remove-scroll|tslib)/,
    },
  ],
}

export default defineConfig({
  imports: false,
  // For Firefox, the build tool would also pack the sources, with every file that lies about.
  zip: { zipSources: false },
  outDirTemplate: `{{browser}}-mv{{manifestVersion}}{{modeSuffix}}${publicKey === null ? '' : '-signed'}`,
  hooks: {
    'vite:build:extendConfig'(entrypoints, config) {
      if (!entrypoints.some(({ type }) => type === 'sidepanel')) return
      const options = config.build?.rolldownOptions
      const output = { ...options?.output, codeSplitting: firstLook }
      config.build = { ...config.build, rolldownOptions: { ...options, output } }
    },
  },
  modules: ['@wxt-dev/module-react', '@wxt-dev/webextension-polyfill', '@wxt-dev/auto-icons'],
  autoIcons: { baseIconPath: 'assets/icon.svg', developmentIndicator: false },
  manifest: ({ mode, browser }) => ({
    name: 'Chartside',
    ...(version === null ? {} : { version }),
    description: 'A clinical scribe beside the chart: records a visit, writes the note, fills the form, verified.',
    ...(browser === 'firefox' ? inFirefox : inChromium),
    // Requested for one site at a time, when the user adds it.
    optional_host_permissions: ['https://*/*'],
    host_permissions: mode === 'demo' ? [...ehrHosts, ...demoHosts] : ehrHosts,
    action: { default_title: 'Open Chartside' },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+C' } },
      'record-or-finish': {
        suggested_key: { default: 'Alt+Shift+R' },
        description: 'Record a session, or finish it',
      },
      'dictate-into-page': {
        suggested_key: { default: 'Alt+Shift+D' },
        description: 'Dictate into the field of the page',
      },
    },
  }),
})
