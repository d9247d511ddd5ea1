import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { soundFlags, unmuted } from '../sound-flags.ts'

/** The address at which the server's demo chart stands for a Kipu host. */
export const demoHost = 'demo.kipuworks.com'

export interface DemoBrowserOptions {
  executablePath: string
  extensionDir: string
  /** The server; the demo host leads to it. */
  serverUrl: string
  headless: boolean
  /** A 16 kHz wav that stands for the microphone; null: the machine's own. */
  microphone: string | null
  /** A profile's folder, to find again what an earlier browser left; a fresh one if left out. */
  profile?: string
}

/** A browser with the extension in it, beside the demo chart. */
export interface DemoBrowser {
  browser: Browser
  extensionId: string
  serverUrl: string
  chart: Page
  /** Clicks the toolbar button as the user would, and answers the panel it opens. */
  openPanel(): Promise<Page>
}

/** Opens a Chromium with the extension. The flags are those under which real tab capture works. */
export async function openDemoBrowser(options: DemoBrowserOptions): Promise<DemoBrowser> {
  const { executablePath, extensionDir, serverUrl, headless, microphone } = options
  const browser = await puppeteer.launch({
    executablePath,
    headless,
    pipe: true,
    enableExtensions: [extensionDir],
    defaultViewport: null,
    userDataDir: options.profile ?? (await mkdtemp(join(tmpdir(), 'chartside-browser-'))),
    ignoreDefaultArgs: unmuted,
    args: [
      ...soundFlags({ microphone, once: true, playsUnasked: headless }),
      '--window-size=1400,1000',
      `--host-resolver-rules=MAP ${demoHost} ${new URL(serverUrl).host}`,
    ],
  })
  // The list of extensions fills late; their workers tell when.
  const worker = await browser.waitForTarget((target) => target.type() === 'service_worker')
  const id = new URL(worker.url()).host
  const extension = (await browser.extensions()).get(id)
  if (extension?.name !== 'Chartside')
    throw new Error('The browser did not load the extension. Build it again and retry.')
  if (microphone) {
    await browser.defaultBrowserContext().overridePermissions(`chrome-extension://${id}`, ['microphone'])
  }
  // As the settings page would: the panel talks to this server.
  await (await worker.worker())?.evaluate((settings) => chrome.storage.local.set({ settings }), { serverUrl })
  const chart = await browser.newPage()

  return {
    browser,
    extensionId: id,
    serverUrl,
    chart,
    async openPanel() {
      await chart.bringToFront()
      await chart.triggerExtensionAction(extension)
      const target = await browser.waitForTarget((each) => each.url().includes('/sidepanel.html'), { timeout: 15_000 })
      return target.asPage()
    },
  }
}
