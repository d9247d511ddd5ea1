import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { createClient } from '../../lib/api/index.ts'
import type { BackgroundMessages } from '../../lib/browser/messages.ts'
import { publicEndpoints } from '../../lib/contracts/index.ts'
import type { SiteRules } from '../../lib/contracts/site-rules.ts'
import { built } from '../../scripts/builds.ts'
import { startServer } from '../../scripts/demo/server-process.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import { soundFlags } from '../../scripts/sound-flags.ts'
import { demoUser } from '../../server/services/demo-user.ts'
import { demandListed, readLedger, seenRequests } from './request-log.ts'

const waitMs = 60_000

type Asked<Type extends keyof BackgroundMessages> = Parameters<BackgroundMessages[Type]>[0]
type Answered<Type extends keyof BackgroundMessages> = ReturnType<BackgroundMessages[Type]>

/** The real extension in a real browser, signed in to a real server. The EHR hosts lead to servers on this machine. */
export interface PageStage {
  browser: Browser
  /** Opens a page at an EHR's address in a new tab. */
  open(url: string): Promise<{ page: Page; tabId: number }>
  /** A page of the extension from which tests send messages to the service worker. */
  desk: Page
  /**
   * Allows this host on chrome://extensions, so that the browser's permission prompt is answered in advance. The
   * extension gets no permission by this alone.
   */
  wouldAllow(host: string): Promise<void>
  /** Clicks the toolbar button on a page. Returns the panel that opens. */
  openPanel(page: Page): Promise<Page>
  /** Sends a message to the service worker as the panel does. */
  ask<Type extends keyof BackgroundMessages>(type: Type, data: Asked<Type>): Promise<Answered<Type>>
  /**
   * Sets the site rules that the server returns, and reads the page of this tab until the extension has fetched these
   * rules. In real use, the extension fetches changed rules only after up to 15 minutes.
   */
  tellRules(rules: (Pick<SiteRules, 'host' | 'version'> & Partial<SiteRules>)[], tabId: number): Promise<void>
  /** Closes everything. Throws if the browser has made a request that the ledger does not list (product 13.8). */
  close(): Promise<void>
}

/**
 * Copies the build and adds http addresses of the EHR hosts to its manifest, as in the demo build. The servers of the
 * tests have no certificate.
 */
async function plainHosts(built: string, to: string): Promise<string> {
  await cp(built, to, { recursive: true })
  const file = join(to, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  const plain = ['http://*.kipuworks.com/*', 'http://*.crediblebh.com/*', 'http://*.advancedmd.com/*']
  manifest.host_permissions.push(...plain)
  for (const script of manifest.content_scripts) script.matches.push(...plain)
  await writeFile(file, JSON.stringify(manifest))
  return to
}

async function signIn(serverUrl: string) {
  const open = createClient({ baseUrl: () => serverUrl, credential: () => 'none' })
  const { email, password } = demoUser
  const session = await open.call(publicEndpoints.loginEmail, { body: { email, password } })
  if (!('accessToken' in session)) throw new Error('The demo account asks for a second factor.')
  return { session, email }
}

/**
 * `hosts`: the URL of the local server for each EHR host name. The browser sends requests for the host to this server.
 */
export async function openPageStage(hosts: Record<string, string>): Promise<PageStage> {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-page-'))
  const rulesFile = join(folder, 'rules.json')
  await writeFile(rulesFile, '[]')
  const requestLog = join(folder, 'requests.json')
  const extensionDir = await plainHosts(await built('store'), join(folder, 'extension'))
  const server = await startServer(['--port', '0', '--data', join(folder, 'data'), '--demo'], {
    SITE_RULES: rulesFile,
    SPEECH_ENGINE: 'scripted',
    SPEECH_SCRIPT: rulesFile,
  })
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    headless: true,
    pipe: true,
    enableExtensions: [extensionDir],
    defaultViewport: null,
    userDataDir: join(folder, 'profile'),
    args: [
      ...soundFlags({ microphone: null, playsUnasked: false }),
      '--window-size=1300,900',
      `--log-net-log=${requestLog}`,
      `--host-resolver-rules=${Object.entries(hosts)
        .map(([host, url]) => `MAP ${host} ${new URL(url).host}`)
        .join(',')}`,
    ],
  })
  // The service worker starts a moment after the browser.
  const worker = await browser.waitForTarget((each) => each.type() === 'service_worker', { timeout: waitMs })
  const origin = `chrome-extension://${new URL(worker.url()).host}`
  // The welcome page of the extension sends no requests when it opens. From this page, tests send messages to the
  // service worker as the panel does.
  const desk = await browser.newPage()
  await desk.goto(`${origin}/welcome.html`)
  const kept = { settings: { serverUrl: server.url }, ...(await signIn(server.url)) }
  await desk.evaluate((values) => chrome.storage.local.set(values), kept)

  const ask: PageStage['ask'] = async (type, data) => {
    const answer = await desk.evaluate(
      (message) => chrome.runtime.sendMessage({ id: 1, timestamp: Date.now(), ...message }),
      { type, data },
    )
    if (answer?.err) throw new Error(answer.err.message)
    return answer?.res
  }

  return {
    browser,
    ask,
    desk,
    async wouldAllow(host) {
      const manager = await browser.newPage()
      await manager.goto('chrome://extensions')
      await manager.evaluate(
        (id, pattern) => {
          const { developerPrivate } = chrome as unknown as {
            developerPrivate: { addHostPermission(id: string, pattern: string): Promise<void> }
          }
          return developerPrivate.addHostPermission(id, pattern)
        },
        new URL(origin).host,
        `https://${host}/*`,
      )
      await manager.close()
    },
    async openPanel(page) {
      const extension = (await browser.extensions()).get(new URL(origin).host)
      if (!extension) throw new Error('The extension is not there.')
      await page.bringToFront()
      await page.triggerExtensionAction(extension)
      const target = await browser.waitForTarget((each) => each.url().endsWith('/sidepanel.html'), { timeout: waitMs })
      return target.asPage()
    },
    async open(url) {
      const page = await browser.newPage()
      await page.goto(url)
      const tabId = await desk.evaluate(
        async (wanted) => (await chrome.tabs.query({})).findLast((tab) => tab.url === wanted)?.id,
        url,
      )
      if (tabId === undefined) throw new Error('No tab stands at this address.')
      return { page, tabId }
    },
    async tellRules(rules, tabId) {
      await writeFile(rulesFile, JSON.stringify(rules))
      const wanted = String(rules.map(({ version }) => version))
      const end = performance.now() + waitMs
      while (performance.now() < end) {
        await ask('page.read', { tabId })
        const versions = await desk.evaluate(async () => {
          const { 'site-rules': kept } =
            await chrome.storage.local.get<Record<string, { rules: SiteRules[] }>>('site-rules')
          return kept?.rules.map(({ version }) => version)
        })
        if (versions && String(versions) === wanted) return
        // The stored rules may be the rules from before the change. Delete them, so that the next `page.read` fetches
        // the rules from the server.
        await desk.evaluate(() => chrome.storage.local.remove('site-rules'))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error('The rules of the server did not come.')
    },
    async close() {
      const reading = await readLedger({ browser, extensionId: new URL(origin).host })
      await browser.close()
      await server.stop()
      const seen = await seenRequests(requestLog, reading.readAt)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      demandListed(seen, reading)
    },
  }
}
