import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { built } from '../../scripts/builds.ts'
import { demoHost } from '../../scripts/demo/browser.ts'
import { type ServerProcess, startServer } from '../../scripts/demo/server-process.ts'
import { findFirefox } from '../../scripts/find-firefox.ts'
import { firefoxId } from '../../scripts/policy-files/firefox.ts'
import type { Line } from './recording-stage.ts'
import { demandListed, readLedgerIn } from './request-log.ts'
import { startRequestProxy } from './request-proxy.ts'

/**
 * The origin of the extension's pages. Firefox would choose a random origin, but the server's socket accepts only this
 * one.
 */
const origin = 'moz-extension://5f0ae1f4-1b1c-4a52-9c3e-0123456789ab'
const loadedWithinMs = 30_000

/** The extension in a real Firefox, with a server whose engine returns the lines of a script. */
export interface FirefoxStage {
  browser: Browser
  server: ServerProcess
  chart: Page
  /** Opens a page of the extension in a tab. */
  open(path: string): Promise<Page>
  /** Closes everything. Throws if the extension has sent a request that its ledger does not list. */
  close(): Promise<void>
}

/**
 * Preferences of Firefox: a fixed origin for the extension, fake sound devices without permission prompts, and all host
 * names lead to this computer.
 */
const preferences = {
  'extensions.webextensions.uuids': JSON.stringify({ [firefoxId]: new URL(origin).host }),
  // Firefox delivers a tone in place of a microphone, because the machines that run the tests have no microphone.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'permissions.default.microphone': 1,
  // Firefox uses a simulated sound card. Without any sound card, Firefox would never start to process sound.
  'media.cubeb.force_mock_context': true,
  'network.dns.forceResolve': '127.0.0.1',
}

/** Every request goes through the proxy, also those to this computer. */
const throughProxy = (port: number) => ({
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': port,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': port,
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.no_proxies_on': '',
})

/**
 * Matches the hosts that Firefox itself and the page of the chart request. These requests are not the extension's, so
 * the ledger does not list them.
 */
const notOurs = new RegExp(`(?:^|\\.)(?:mozilla\\.(?:com|org|net)|firefox\\.com)(?::|$)|^${demoHost}(?::|$)`)

/** Returns null if there is no Firefox and none can be installed. */
export async function openFirefoxStage(script: Line[]): Promise<FirefoxStage | null> {
  const executablePath = findFirefox()
  if (executablePath === null) return null
  const folder = await mkdtemp(join(tmpdir(), 'chartside-firefox-'))
  await writeFile(join(folder, 'script.json'), JSON.stringify(script))
  const extensionDir = await built('firefox')
  const server = await startServer(['--port', '0', '--data', join(folder, 'data'), '--demo'], {
    SPEECH_ENGINE: 'scripted',
    SPEECH_SCRIPT: join(folder, 'script.json'),
    FIREFOX_ORIGINS: origin,
  })
  const proxy = await startRequestProxy()
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: null,
    extraPrefsFirefox: { ...preferences, ...throughProxy(proxy.port) },
    // Without this argument, WebDriver BiDi (the protocol of Puppeteer and Firefox) cannot open pages of an extension.
    args: ['--remote-allow-system-access', '--width=1200', '--height=900'],
  })
  await browser.installExtension(extensionDir)
  const chart = await browser.newPage()
  await chart.goto(`http://${demoHost}:${new URL(server.url).port}/patients/4812/patient_evaluations/77/edit?process=3`)
  async function open(path: string): Promise<Page> {
    const page = await browser.newPage()
    // WebDriver BiDi never reports that a page of an extension has loaded, so `goto` always ends with a timeout error.
    // The next call waits for the page.
    await page.goto(`${origin}/${path}`, { timeout: 1000 }).catch(() => undefined)
    await page.waitForFunction(
      (wanted) => location.href === wanted && document.readyState === 'complete',
      {
        timeout: loadedWithinMs,
      },
      `${origin}/${path}`,
    )
    return page
  }
  const options = await open('options.html')
  await options.evaluate((serverUrl) => chrome.storage.local.set({ settings: { serverUrl } }), server.url)
  await options.close()
  return {
    browser,
    server,
    chart,
    open,
    async close() {
      const reading = await readLedgerIn(await open('welcome.html'))
      await browser.close()
      await server.stop()
      await proxy.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      const seen = proxy.seen().filter(({ host, at }) => !notOurs.test(host) && at <= reading.readAt)
      if (seen.length === 0) throw new Error('The proxy has seen no request.')
      demandListed(seen, reading)
    },
  }
}
