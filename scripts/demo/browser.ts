import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
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

/** The id that Chromium gives to an unpacked extension: the SHA-256 of its folder's path, in the letters a to p. */
async function unpackedId(extensionDir: string): Promise<string> {
  const hex = createHash('sha256')
    .update(await realpath(extensionDir))
    .digest('hex')
  return [...hex.slice(0, 32)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')
}

/**
 * Makes a profile for somebody who tries the demo: Chartside's button is pinned to the toolbar, where a new extension
 * would be hidden in a menu, and the browser does not offer to keep the demo's password.
 */
async function profileFor(extensionDir: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'chartside-browser-'))
  await mkdir(join(profile, 'Default'))
  const preferences = {
    extensions: { pinned_extensions: [await unpackedId(extensionDir)] },
    credentials_enable_service: false,
    profile: { password_manager_enabled: false },
  }
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
  return profile
}

/** What a person in front of the browser sees and a test does not: the bar that tells of automation, and of no sandbox. */
const withoutBars = { flags: ['--test-type'], defaults: ['--enable-automation'] }

/** Opens a Chromium with the extension. The flags are those under which real tab capture works. */
export async function openDemoBrowser(options: DemoBrowserOptions): Promise<DemoBrowser> {
  const { executablePath, extensionDir, serverUrl, headless, microphone } = options
  const browser = await puppeteer.launch({
    executablePath,
    headless,
    pipe: true,
    enableExtensions: [extensionDir],
    defaultViewport: null,
    userDataDir: options.profile ?? (await profileFor(extensionDir)),
    ignoreDefaultArgs: [...unmuted, ...(headless ? [] : withoutBars.defaults)],
    args: [
      ...soundFlags({ microphone, once: true, playsUnasked: headless }),
      ...(headless ? [] : withoutBars.flags),
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
  // The browser opens with an empty tab; the chart takes its place.
  const [first] = await browser.pages()
  const chart = first?.url() === 'about:blank' ? first : await browser.newPage()

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
