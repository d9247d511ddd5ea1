import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import puppeteer, { type Browser } from 'puppeteer'
import type { Bench, Figure } from '../../scripts/bench.ts'
import { built } from '../../scripts/builds.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import { runTool } from '../../scripts/steps.ts'

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const limits = { warmMs: 300, coldMs: 600, zipBytes: 1_500_000, contentScriptBytes: 20_000 }
const warmRuns = 7

/** A stored session of a user who is signed in. With it, the first screen appears without a request to the server. */
const session = { accessToken: 'a', refreshToken: 'r', expiresAt: '2099-01-01T00:00:00.000Z' }

/** Milliseconds from navigation to the first frame that shows the heading of the first screen. */
async function firstScreenMs(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage()
  // Bring the page to the front, because the browser does not paint a page in the background.
  await page.bringToFront()
  await page.setViewport({ width: 360, height: 780 })
  await page.evaluateOnNewDocument(() => {
    const look = () => {
      if (!document.querySelector('h2')) return requestAnimationFrame(look)
      return requestAnimationFrame(() => Object.assign(window, { firstScreenMs: performance.now() }))
    }
    requestAnimationFrame(look)
  })
  await page.goto(url)
  const handle = await page.waitForFunction(() => Reflect.get(window, 'firstScreenMs') as number | undefined)
  const ms = (await handle.jsonValue()) as number
  await page.close()
  return ms
}

async function warmMs(browser: Browser, url: string): Promise<number> {
  const runs: number[] = []
  for (let run = 0; run < warmRuns; run++) runs.push(await firstScreenMs(browser, url))
  return runs.sort((a, b) => a - b)[Math.floor(warmRuns / 2)] ?? Number.NaN
}

const paint = (measure: string, ms: number, limitMs: number): Figure => ({
  measure,
  figure: `${ms.toFixed(0)} ms`,
  limit: `at most ${limitMs} ms`,
  holds: ms <= limitMs,
})

async function paints(extensionDir: string): Promise<Figure[]> {
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    pipe: true,
    enableExtensions: [extensionDir],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
  try {
    const worker = await browser.waitForTarget((target) => target.type() === 'service_worker')
    const url = new URL('/sidepanel.html', worker.url()).href
    // Close the welcome page. Otherwise it would come in front of the page that is measured.
    const welcome = await browser.waitForTarget((target) => target.url().endsWith('/welcome.html'))
    await (await welcome.page())?.close()
    const cold = await firstScreenMs(browser, url)
    const signedOut = await warmMs(browser, url)
    await (await worker.worker())?.evaluate(
      (one) => chrome.storage.local.set({ session: one, email: 'bench@example.test' }),
      session,
    )
    const signedIn = await warmMs(browser, url)
    return [
      paint('first screen, cold', cold, limits.coldMs),
      paint(`first screen, warm, signed out (median of ${warmRuns})`, signedOut, limits.warmMs),
      paint(`first screen, warm, signed in (median of ${warmRuns})`, signedIn, limits.warmMs),
    ]
  } finally {
    await browser.close()
  }
}

async function sizes(extensionDir: string): Promise<Figure[]> {
  const { code, output } = await runTool('wxt', ['zip'])
  if (code !== 0) throw new Error(output)
  const outputDir = join(extensionDir, '..')
  const zip = (await readdir(outputDir)).find((file) => file.endsWith('-chrome.zip'))
  if (!zip) throw new Error('The packing left no zip.')
  const zipBytes = (await stat(join(outputDir, zip))).size
  const script = await readFile(join(extensionDir, 'content-scripts/ehr.js'))
  const scriptBytes = (await promisify(gzip)(script)).length
  return [
    {
      measure: 'extension zip',
      figure: kB(zipBytes),
      limit: `under ${kB(limits.zipBytes)}`,
      holds: zipBytes < limits.zipBytes,
    },
    {
      measure: 'content script, gzipped',
      figure: kB(scriptBytes),
      limit: `under ${kB(limits.contentScriptBytes)}`,
      holds: scriptBytes < limits.contentScriptBytes,
    },
  ]
}

/** First screen: the time to paint the panel, and the size of the shipped files. */
export const bench: Bench = async () => {
  const extensionDir = await built('store')
  return [...(await paints(extensionDir)), ...(await sizes(extensionDir))]
}
