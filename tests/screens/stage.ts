import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { afterAll, beforeAll, inject } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.ts'
import { type Shown, scenes } from './harness/scenes.ts'

export const picturesDir = fileURLToPath(new URL('../../.output/screens', import.meta.url))

/** A real side panel has scroll bars that take room; without these a headless browser hides its own. */
export const visibleScrollBars = {
  ignoreDefaultArgs: ['--hide-scrollbars'],
  args: ['--disable-features=OverlayScrollbar,OverlayScrollbarWinStyle,FluentOverlayScrollbar'],
}

export type Scheme = 'light' | 'dark'

/** The panel, bundled with ports in memory, in a real browser. */
export interface Stage {
  /** Opens a scene at 360 px, in a tab of its own unless one is given, and waits until it stands still. */
  show(name: string, tab?: Page): Promise<Page>
  /** A tab for `show`, of another browser than every second one, so that two screens can be looked at at a time. */
  openTab(): Promise<Page>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  await mkdir(picturesDir, { recursive: true })
  const url = inject('screensUrl')
  const executablePath = await findBrowser()
  // Two browsers, not two windows: the focus is in one window of a browser at a time. The second comes when it is needed.
  const browsers: Promise<Browser>[] = []
  let tabs = 0
  const browserOf = (place: 0 | 1): Promise<Browser> => {
    browsers[place] ??= puppeteer.launch({
      executablePath,
      headless: true,
      ...visibleScrollBars,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        ...visibleScrollBars.args,
      ],
    })
    return browsers[place]
  }
  async function tabIn(browser: Browser): Promise<Page> {
    const page = await browser.newPage()
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    // Tabs share what is cached, so that a scene need not be compiled anew, and nothing else.
    await page.evaluateOnNewDocument(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    return page
  }

  return {
    async show(name, tab) {
      const scene = scenes[name]
      if (!scene) throw new Error(`No scene is called ${name}.`)
      const page = tab ?? (await tabIn(await browserOf(0)))
      await page.setViewport({ width: 360, height: 720 })
      // Where nothing is that would notice.
      await page.mouse.move(0, 0)
      await page.goto(`${url}/?scene=${name}`)
      await page.locator('h1').wait()
      await settle(page, scene)
      return page
    },
    async openTab() {
      tabs += 1
      return tabIn(await browserOf(tabs % 2 === 1 ? 0 : 1))
    },
    async close() {
      for (const browser of browsers) await (await browser)?.close()
    },
  }
}

/** The stage of one test file, there before its first test and gone after its last. */
export function stageOfFile(): { on<T>(scene: string, act: (page: Page) => Promise<T>): Promise<T> } {
  let stage: Stage | undefined
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())
  return {
    async on(scene, act) {
      if (!stage) throw new Error('The stage opens before the first test.')
      const page = await stage.show(scene)
      try {
        return await act(page)
      } finally {
        await page.close()
      }
    },
  }
}

async function settle(page: Page, scene: Shown): Promise<void> {
  for (const { role, name, types, inDialog } of scene.clicks ?? []) {
    const found = page.locator(`${inDialog ? '[role="dialog"] ' : ''}::-p-aria(${name}[role="${role}"])`)
    await (types === undefined ? found.click() : found.fill(types))
  }
  if (scene.chosenFile !== undefined) {
    const input = await page.waitForSelector('input[type="file"]')
    await input?.evaluate((element, words) => {
      const chosen = new DataTransfer()
      chosen.items.add(new File([words], 'template.json', { type: 'application/json' }))
      Object.assign(element, { files: chosen.files })
      element.dispatchEvent(new Event('change', { bubbles: true }))
    }, scene.chosenFile)
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
