import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import type { DemoBrowser } from '../../scripts/demo/browser.ts'

/** Where Debian's Chromium reads the policies of its administrator. */
const folder = '/etc/chromium/policies/managed'
/** A name of its own, so that no policy of the machine is touched. */
const file = join(folder, `chartside-test-${process.pid}.json`)

const waitForButtonMs = 10_000

/** An administrator who sets the policy of one extension on this computer. */
export interface Administrator {
  /** Places a policy. The browser sees it by itself, some seconds later, or at once after `reload`. */
  set(policy: Record<string, unknown>): Promise<void>
  /** Makes the browser read its policies now, as its page `chrome://policy` does. */
  reload(): Promise<void>
  /** Removes the file. */
  leave(): Promise<void>
}

/** Returns null where the tests may not write the policies of the machine. */
export async function becomeAdministrator(demo: DemoBrowser): Promise<Administrator | null> {
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, '{}')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EROFS')) return null
    throw error
  }
  let page: Page | null = null
  return {
    async set(policy) {
      await writeFile(file, JSON.stringify({ '3rdparty': { extensions: { [demo.extensionId]: policy } } }))
    },
    async reload() {
      page ??= await demo.browser.newPage()
      if (page.url() !== 'chrome://policy/') await page.goto('chrome://policy')
      // A real click needs the page in front, and the panel follows the tab in front.
      // In some versions the button is inside a component. Without it, the browser reads the file by itself, only later.
      const button = await page.waitForSelector('>>> #reload-policies', { timeout: waitForButtonMs }).catch(() => null)
      await button?.evaluate((element) => (element as HTMLElement).click())
    },
    leave: () => rm(file, { force: true }),
  }
}
