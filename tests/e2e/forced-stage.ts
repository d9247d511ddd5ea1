import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { build } from '../../scripts/build-extension.ts'
import { type DemoBrowser, demoHost } from '../../scripts/demo/browser.ts'
import { type ServerProcess, startServer } from '../../scripts/demo/server-process.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import { signPackage } from '../../scripts/package/sign.ts'
import { readSigningKey } from '../../scripts/package/signing-key.ts'
import { linuxInstallation, linuxSettings } from '../../scripts/policy-files/linux.ts'
import { managedBrowsers } from '../../scripts/policy-files/rollout.ts'
import { root } from '../../scripts/set-up.mjs'
import { soundFlags, unmuted } from '../../scripts/sound-flags.ts'
import { ownPolicyFile } from './policy-folder.ts'
import { demandListed, type LedgerAt, readLedger, seenRequests } from './request-log.ts'

const installedWithinMs = 60_000

/** A computer on which an administrator rolls out the extension, from a server that serves its package. */
export interface ForcedStage {
  demo: DemoBrowser
  server: ServerProcess
  /**
   * Returns the version of the installed extension, such as `1.0.0`. If the extension is not enabled, the state
   * follows, such as `1.0.0 DISABLED`. Returns null if the extension is not installed.
   */
  version(): Promise<string | null>
  /** Evaluates in the service worker of the extension. */
  inWorker<Answer>(task: () => Answer | Promise<Answer>): Promise<Answer>
  /** Signs this version and places it on the server. `percent`: the share of the browsers that get it first. */
  publish(version: string, percent?: number): Promise<void>
  /** Removes the policy. The browser then removes the extension and its ledger, so this call reads the ledger first. */
  withdraw(): Promise<void>
  /**
   * Closes everything. After `withdraw`, throws if the extension had sent a request that the ledger does not list.
   * Without `withdraw`, does not compare the requests with the ledger.
   */
  close(): Promise<void>
}

/** Returns null if the browser is not Debian's Chromium, or if the tests may not write its policy files. */
export async function openForcedStage(): Promise<ForcedStage | null> {
  const executablePath = await findBrowser()
  if (executablePath !== '/usr/bin/chromium') return null
  const policy = await ownPolicyFile('forced')
  if (policy === null) return null

  const folder = await mkdtemp(join(tmpdir(), 'chartside-forced-'))
  const packages = join(folder, 'packages')
  const key = await readSigningKey(join(folder, 'key.pem'), { create: true })
  const extensionDir = await build('demo', { publicKey: key.publicKey, server: null, managed: false, version: null })

  async function publish(version: string, percent: number | null = null): Promise<void> {
    const copy = join(folder, version)
    await cp(extensionDir, copy, { recursive: true })
    const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')) as object
    await writeFile(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, version }))
    await signPackage(copy, key, packages, percent)
  }
  await publish('1.0.0')

  const server = await startServer(['--port', '0', '--data', join(folder, 'data'), '--demo'], {
    EXTENSION_PACKAGES: packages,
  })
  const [chrome] = managedBrowsers
  if (chrome === undefined) throw new Error('No browser is managed.')
  const rollout = {
    extensionId: key.extensionId,
    packageServer: server.url,
    group: 10,
    policy: { serverUrl: server.url, ehrHosts: [demoHost], captureSources: ['microphone' as const, 'tab' as const] },
  }
  await policy.write({
    ...(JSON.parse(linuxInstallation(rollout, chrome)) as object),
    ...(JSON.parse(linuxSettings(rollout)) as object),
    // These policies forbid all pages to record microphone or screen. If the extension can record, the policies of the
    // rollout for the extension's own origin have allowed it.
    AudioCaptureAllowed: false,
    ScreenCaptureAllowed: false,
    // Without this policy, the browser would hide a forced extension from the protocol that drives the browser.
    DeveloperToolsAvailability: 1,
  })
  const browser = await launch(executablePath, folder, server.url)
  const chart = (await browser.pages())[0] ?? (await browser.newPage())
  let managing: Promise<Page> | null = null
  let reading: LedgerAt | null = null
  const isOurs = (url: string) => url.startsWith(`chrome-extension://${key.extensionId}/`)
  const workerTarget = () =>
    browser.waitForTarget((target) => target.type() === 'service_worker' && isOurs(target.url()), {
      timeout: installedWithinMs,
    })
  const demo: DemoBrowser = {
    browser,
    extensionId: key.extensionId,
    serverUrl: server.url,
    chart,
    async openPanel() {
      await chart.bringToFront()
      const session = await browser.target().createCDPSession()
      const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] })
      const tab = targetInfos.find(({ url }) => url === chart.url())
      if (tab === undefined) throw new Error('The tab of the chart was not found.')
      await session.send('Extensions.triggerAction', { id: key.extensionId, targetId: tab.targetId })
      const target = await browser.waitForTarget((each) => each.url().includes('/sidepanel.html'), { timeout: 15_000 })
      return target.asPage()
    },
  }
  return {
    demo,
    server,
    publish,
    async inWorker(task) {
      const worker = await (await workerTarget()).worker()
      if (!worker) throw new Error('The service worker cannot be reached.')
      return worker.evaluate(task)
    },
    async version() {
      managing ??= browser.newPage()
      const page = await managing
      if (page.url() !== 'chrome://extensions/') await page.goto('chrome://extensions')
      return page.evaluate(installedVersion, key.extensionId)
    },
    async withdraw() {
      reading = await readLedger(demo)
      await policy.remove()
    },
    async close() {
      await policy.remove()
      await browser.close()
      await server.stop()
      const seen = reading && (await seenRequests(requestLog(folder), reading.readAt))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      if (reading !== null && seen !== null) demandListed(seen, reading)
    },
  }
}

const requestLog = (folder: string) => join(folder, 'requests.json')

/** The part of the interface of the page `chrome://extensions` that is used here. */
interface ExtensionsPage {
  developerPrivate: { getExtensionsInfo(): Promise<{ id: string; version: string; state: string }[]> }
}

/** Runs in the browser's own page that lists extensions. */
async function installedVersion(id: string): Promise<string | null> {
  const { developerPrivate } = chrome as unknown as ExtensionsPage
  const found = (await developerPrivate.getExtensionsInfo()).find((each) => each.id === id)
  if (found === undefined) return null
  return found.state === 'ENABLED' ? found.version : `${found.version} ${found.state}`
}

/**
 * Starts the browser without an extension, as on a computer of a user. The background network stays on, because the
 * browser needs it to install the extension of the policy.
 */
function launch(executablePath: string, folder: string, serverUrl: string): Promise<Browser> {
  const quiet = '--disable-background-networking'
  const sound = soundFlags({
    microphone: join(root, 'assets/demo/microphone.wav'),
    once: true,
    playsUnasked: true,
  })
  return puppeteer.launch({
    executablePath,
    headless: true,
    pipe: true,
    enableExtensions: true,
    defaultViewport: null,
    userDataDir: join(folder, 'profile'),
    ignoreDefaultArgs: [...unmuted, quiet],
    args: [
      ...sound.filter((flag) => flag !== quiet),
      '--window-size=1400,1000',
      `--log-net-log=${requestLog(folder)}`,
      `--host-resolver-rules=MAP ${demoHost} ${new URL(serverUrl).host}`,
    ],
  })
}
