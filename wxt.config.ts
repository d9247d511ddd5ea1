import { defineConfig } from 'wxt'

/** The EHR hosts the extension may read and fill; any other page only through the user's click (activeTab). */
const ehrHosts = ['https://*.kipuworks.com/*', 'https://*.crediblebh.com/*', 'https://*.advancedmd.com/*']

/** `--mode demo` adds the address at which the server's demo chart stands for a Kipu host. */
const demoHosts = ['http://demo.kipuworks.com/*']

export default defineConfig({
  imports: false,
  modules: ['@wxt-dev/module-react', '@wxt-dev/webextension-polyfill', '@wxt-dev/auto-icons'],
  autoIcons: { baseIconPath: 'assets/icon.svg', developmentIndicator: false },
  manifest: ({ mode }) => ({
    name: 'Chartside',
    description: 'A clinical scribe beside the chart: records a visit, writes the note, fills the form, verified.',
    minimum_chrome_version: '120',
    permissions: ['sidePanel', 'offscreen', 'storage', 'unlimitedStorage', 'tabCapture', 'activeTab', 'scripting'],
    host_permissions: mode === 'demo' ? [...ehrHosts, ...demoHosts] : ehrHosts,
    action: { default_title: 'Open Chartside' },
  }),
})
