import { browser } from 'wxt/browser'
import type { ProviderPage } from '../api/index.ts'
import { door } from './egress.ts'

export const providerPage: ProviderPage = {
  extensionId: browser.runtime.id,
  // Do not await anything before this call: the browser shows the permission prompt only within a click.
  allow: () => browser.permissions.request({ permissions: ['identity'] }),
  async open({ url }) {
    await door.list({ url, kind: 'provider', bytes: 0 })
    try {
      return (await browser.identity.launchWebAuthFlow({ url, interactive: true })) ?? null
    } catch (error) {
      // The browser reports with this message that the person has closed the window or has not agreed.
      if (error instanceof Error && /did not approve|canceled|cancelled/i.test(error.message)) return null
      throw new Error('The sign-in page could not be loaded. Check your connection and try again.', { cause: error })
    }
  },
}
