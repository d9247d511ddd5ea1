import type { Page } from 'puppeteer'
import type { DemoBrowser } from '../../scripts/demo/browser.ts'
import { ownPolicyFile } from './policy-folder.ts'

const waitForButtonMs = 10_000

/** An administrator who sets the policy of one extension on this computer. */
export interface Administrator {
  /** Writes the policy file. The browser notices the change by itself some seconds later, or at once after `reload`. */
  set(policy: Record<string, unknown>): Promise<void>
  /** Makes the browser read its policies now, as its page `chrome://policy` does. */
  reload(): Promise<void>
  /** Removes the policy file. */
  leave(): Promise<void>
}

/** Returns null where the tests may not write the policies of the machine. */
export async function becomeAdministrator(demo: DemoBrowser): Promise<Administrator | null> {
  const file = await ownPolicyFile('settings')
  if (file === null) return null
  let page: Page | null = null
  return {
    async set(policy) {
      await file.write({ '3rdparty': { extensions: { [demo.extensionId]: policy } } })
    },
    async reload() {
      page ??= await demo.browser.newPage()
      if (page.url() !== 'chrome://policy/') await page.goto('chrome://policy')
      // Click by script: a real click needs this page in front, and the panel would then follow this tab. In some
      // versions of the browser, the button is inside a shadow root, so `>>>` is used. If no button is found, the
      // browser still reads the file by itself, but later.
      const button = await page.waitForSelector('>>> #reload-policies', { timeout: waitForButtonMs }).catch(() => null)
      await button?.evaluate((element) => (element as HTMLElement).click())
    },
    leave: file.remove,
  }
}
