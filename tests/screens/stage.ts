import { mkdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { build } from 'vite'
import { findBrowser } from '../../scripts/find-browser.ts'
import { type Shown, scenes } from './harness/scenes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
// One for each process: a second run must not take the files from under the first.
const outDir = join(root, '.output/screens-harness', String(process.pid))
export const picturesDir = join(root, '.output/screens')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export type Scheme = 'light' | 'dark'

/** The panel, bundled with ports in memory, in a real browser. */
export interface Stage {
  browser: Browser
  /** Opens a scene at 360 px and waits until it stands still. */
  show(name: string): Promise<Page>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  await mkdir(picturesDir, { recursive: true })
  await build({
    root: fileURLToPath(new URL('./harness', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, minify: false },
  })
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://stage').pathname
    const file = join(outDir, path === '/' ? 'index.html' : path)
    try {
      const body = await readFile(file)
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  const port = await listen(server)
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })

  return {
    browser,
    async show(name) {
      const scene = scenes[name]
      if (!scene) throw new Error(`No scene is called ${name}.`)
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 360, height: 720 })
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
      await page.goto(`http://127.0.0.1:${port}/?scene=${name}`)
      await page.locator('h1').wait()
      await settle(page, scene)
      return page
    },
    async close() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

async function settle(page: Page, scene: Shown): Promise<void> {
  for (const { role, name } of scene.clicks ?? []) {
    await page.locator(`::-p-aria(${name}[role="${role}"])`).click()
  }
  await page.waitForFunction((words) => document.body.textContent.includes(words), {}, scene.shows)
  if (scene.waitsFor) await page.waitForSelector(scene.waitsFor)
  if (scene.layouts !== 'never') await page.waitForNetworkIdle({ idleTime: 100 })
  await still(page)
}

/** Gives the shown screen another width and scheme. */
export async function turn(page: Page, { width, scheme }: { width: number; scheme: Scheme }): Promise<void> {
  await page.setViewport({ width, height: width < 768 ? 720 : 900 })
  await page.evaluate((detail) => dispatchEvent(new CustomEvent('stage.scheme', { detail })), scheme)
  await page.waitForFunction((wanted) => document.documentElement.dataset.mantineColorScheme === wanted, {}, scheme)
  await still(page)
}

/** Nothing moves any more but what always does. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stage has no port.')
  return address.port
}
