import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { build } from 'vite'
import type { Bench, Figure } from '../../scripts/bench.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import { percentile } from './recording-server/latency.ts'

const root = fileURLToPath(new URL('./templates', import.meta.url))
const outDir = fileURLToPath(new URL('../../.output/templates-bench', import.meta.url))
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const limits = { pressMs: 50, openMs: 400 }
const openRuns = 7
const presses = 100

async function serve(): Promise<{ url: string; close(): void }> {
  await build({ root, configFile: false, logLevel: 'error', plugins: [react()], build: { outDir, emptyOutDir: true } })
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://bench').pathname
    const file = join(outDir, path === '/' ? 'index.html' : path)
    try {
      const body = await readFile(file)
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The page has no port.')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => void server.close() }
}

type View = 'editor' | 'plain'

interface Opening {
  firstMs: number
  allMs: number
}

async function opened(browser: Browser, url: string, view: View): Promise<{ page: Page; opening: Opening }> {
  const page = await browser.newPage()
  // Bring the page to the front, because the browser does not paint a page in the background.
  await page.bringToFront()
  await page.setViewport({ width: 1200, height: 900 })
  await page.goto(url, { waitUntil: 'load' })
  const opening = await page.evaluate(
    (view) => (Reflect.get(window, 'openMs') as (view: string) => Promise<Opening>)(view),
    view,
  )
  return { page, opening }
}

async function openMs(browser: Browser, url: string, view: View): Promise<Opening> {
  const runs: Opening[] = []
  for (let run = 0; run < openRuns; run++) {
    const { page, opening } = await opened(browser, url, view)
    runs.push(opening)
    await page.close()
  }
  const median = (part: keyof Opening) =>
    percentile(
      runs.map((run) => run[part]),
      0.5,
    )
  return { firstMs: median('firstMs'), allMs: median('allMs') }
}

/**
 * Returns the 95th percentile of the time from a key press in the focused text box to the frame that shows its letter.
 */
async function pressedMs(page: Page): Promise<number> {
  await page.evaluate(() => (Reflect.get(window, 'pressMs') as number[]).splice(0))
  for (let press = 1; press <= presses; press++) {
    await page.keyboard.press('x')
    await page.waitForFunction((count) => (Reflect.get(window, 'pressMs') as number[]).length >= count, {}, press)
  }
  return percentile(await page.evaluate(() => Reflect.get(window, 'pressMs') as number[]), 0.95)
}

async function typedMs(browser: Browser, url: string) {
  const plain = await opened(browser, url, 'plain')
  await plain.page.focus('input')
  const plainMs = await pressedMs(plain.page)
  await plain.page.close()

  const editor = await opened(browser, url, 'editor')
  await editor.page.focus('input[aria-label="Template name"]')
  const titleMs = await pressedMs(editor.page)
  await editor.page.click('[data-tooltip="field_3"]')
  const name = await editor.page.waitForSelector('::-p-aria([name="Field name"][role="textbox"])')
  await name?.focus()
  const fieldMs = await pressedMs(editor.page)
  await editor.page.close()
  return { plainMs, titleMs, fieldMs }
}

const figure = (measure: string, ms: number, besideMs: number, limitMs: number): Figure => ({
  measure,
  figure: `${ms.toFixed(0)} ms; plain Mantine list ${besideMs.toFixed(0)} ms (${(ms / besideMs).toFixed(2)} of it)`,
  limit: `at most ${limitMs} ms`,
  holds: ms <= limitMs,
})

/** The template editor with 500 fields, compared with a plain Mantine list of 500 text inputs in the same run. */
export const bench: Bench = async () => {
  const { url, close } = await serve()
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
  try {
    const plain = await openMs(browser, url, 'plain')
    const editor = await openMs(browser, url, 'editor')
    const typed = await typedMs(browser, url)
    return [
      figure(`opening the editor, 500 fields (median of ${openRuns})`, editor.firstMs, plain.firstMs, limits.openMs),
      // The remaining fields appear while the editor can already be used, so this time is only compared with the plain
      // list.
      {
        ...figure(`until every field is drawn (median of ${openRuns})`, editor.allMs, plain.allMs, plain.allMs),
        limit: 'no later than the plain list',
      },
      figure(`key press → painted, template’s name (p95 of ${presses})`, typed.titleMs, typed.plainMs, limits.pressMs),
      figure(`key press → painted, a field’s name (p95 of ${presses})`, typed.fieldMs, typed.plainMs, limits.pressMs),
    ]
  } finally {
    await browser.close()
    close()
  }
}
