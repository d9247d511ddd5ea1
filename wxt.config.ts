import { defineConfig } from 'wxt'

/** The EHR hosts the extension may read and fill; any other page only through the user's click (activeTab). */
const ehrHosts = ['https://*.kipuworks.com/*', 'https://*.crediblebh.com/*', 'https://*.advancedmd.com/*']

/** `--mode demo` adds the address at which the server's demo chart stands for a Kipu host. */
const demoHosts = ['http://demo.kipuworks.com/*']

/**
 * What the panel's first look needs, in few files: fetched one by one, some fifty small ones cost more than the code in them.
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
    // The first screen of somebody signed in, with what it imports.
    {
      name: 'session',
      test: /\/components\/(recording\/(session-screen|waiting-recordings)|dictation\/dictation-box|page\/chart-head)\./,
    },
    // Lists to open, dialogs, menus: what every other screen shares.
    {
      name: 'controls',
      test: /node_modules\/(@mantine\/core|@floating-ui|react-remove-scroll|tslib)/,
    },
  ],
}

export default defineConfig({
  imports: false,
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
  manifest: ({ mode }) => ({
    name: 'Chartside',
    description: 'A clinical scribe beside the chart: records a visit, writes the note, fills the form, verified.',
    minimum_chrome_version: '120',
    permissions: ['sidePanel', 'offscreen', 'storage', 'unlimitedStorage', 'tabCapture', 'activeTab', 'scripting'],
    // Asked for one site at a time, when the clinician keeps it.
    optional_host_permissions: ['https://*/*'],
    host_permissions: mode === 'demo' ? [...ehrHosts, ...demoHosts] : ehrHosts,
    action: { default_title: 'Open Chartside' },
  }),
})
