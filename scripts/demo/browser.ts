import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { extensionIdOf } from '../package/signing-key.ts'
import { soundFlags, unmuted } from '../sound-flags.ts'

/**
 * Host name of the server's demo chart. It looks like a host of Kipu, so that the extension uses its adapter for Kipu.
 */
export const demoHost = 'demo.kipuworks.com'
const chartUrl = `http://${demoHost}/patients/4812/patient_evaluations/77/edit?process=3`

export interface DemoBrowserOptions {
  executablePath: string
  extensionDir: string
  serverUrl: string
  headless: boolean
  /** Path of a 16 kHz WAV file that replaces the microphone. Null: the microphone of the machine. */
  microphone: string | null
  /** Folder of the browser profile, to continue with the data of an earlier browser. Default: a new profile. */
  profile?: string
  requestLog?: string
}

export interface DemoBrowser {
  browser: Browser
  extensionId: string
  serverUrl: string
  chart: Page
  openPanel(): Promise<Page>
}

/** Returns the id of an unpacked extension. Without a public key, Chromium makes the id from the path of the folder. */
export const unpackedId = async (extensionDir: string): Promise<string> =>
  extensionIdOf(Buffer.from(await realpath(extensionDir)))

/**
 * Creates a browser profile for users of the demo. The extension's button is pinned to the toolbar, because a new
 * extension is hidden in a menu. The browser does not offer to save the demo's password.
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

/**
 * Changes of the browser's options that hide two information bars: one about automation, one about the missing sandbox.
 * `flags` are added, and `defaults` are default flags of puppeteer that are removed. The bars would distract a user of
 * the demo. The changes are made only if the browser window is visible.
 */
const withoutBars = { flags: ['--test-type'], defaults: ['--enable-automation'] }

/**
 * Opens Chromium with the extension, with flags that allow real tab capture. Throws if the browser does not load the
 * extension.
 */
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
      ...(options.requestLog ? [`--log-net-log=${options.requestLog}`] : []),
      `--host-resolver-rules=MAP ${demoHost} ${new URL(serverUrl).host}`,
    ],
  })
  // Wait for the service worker of the extension first, because it starts only after the browser has completed its list
  // of extensions.
  const worker = await browser.waitForTarget((target) => target.type() === 'service_worker')
  const id = new URL(worker.url()).host
  const extension = (await browser.extensions()).get(id)
  if (extension?.name !== 'Chartside')
    throw new Error('The browser did not load the extension. Build it again and retry.')
  if (microphone) {
    await browser.defaultBrowserContext().overridePermissions(`chrome-extension://${id}`, ['microphone'])
  }
  // In a new profile, the extension opens its Welcome tab. If it opened later, it would cover the tab that is in use.
  if (options.profile === undefined) await browser.waitForTarget((target) => target.url().endsWith('/welcome.html'))
  await (await worker.worker())?.evaluate((settings) => chrome.storage.local.set({ settings }), { serverUrl })
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

export async function showChart({ chart }: DemoBrowser): Promise<void> {
  if (chart.url() !== chartUrl) await chart.goto(chartUrl)
}
