import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser, type HTTPRequest, type Page } from 'puppeteer'
import { afterAll, beforeAll, inject, vi } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.ts'
import { type Shown, scenes } from './harness/scenes.ts'

export const picturesDir = fileURLToPath(new URL('../../.output/screens', import.meta.url))

/** Shows scroll bars, which a headless browser hides by default. A real side panel has scroll bars that take space. */
export const visibleScrollBars = {
  ignoreDefaultArgs: ['--hide-scrollbars'],
  args: ['--disable-features=OverlayScrollbar,OverlayScrollbarWinStyle,FluentOverlayScrollbar'],
}

/** Starts a browser whose scroll bars take space. */
export const launchBrowser = async (): Promise<Browser> =>
  puppeteer.launch({
    executablePath: await findBrowser(),
    headless: true,
    ...visibleScrollBars,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      // A document that is kept for the way back costs a new process for the next one: 1.5 s instead of 0.3 s.
      '--disable-features=BackForwardCache',
      ...visibleScrollBars.args,
    ],
  })

export type Scheme = 'light' | 'dark'

/** The panel with in-memory ports, in a real browser. */
export interface Stage {
  /**
   * Opens a scene (one state of one screen) with a width of 360 px, in a new tab unless one is given. Resolves when
   * nothing changes any more.
   */
  show(name: string, tab?: Page): Promise<Page>
  /**
   * Opens a tab for `show`. Tabs alternate between two browsers, so that two screens can be checked at the same time.
   */
  openTab(): Promise<Page>
  close(): Promise<void>
}

/**
 * The unfinished requests of the document in a tab. Puppeteer's own count is not used: it counts the requests of a
 * document that was left for ever, because the browser does not report their end.
 */
const unfinished = new WeakMap<Page, Set<HTTPRequest>>()

export async function openStage(): Promise<Stage> {
  await mkdir(picturesDir, { recursive: true })
  const url = inject('screensUrl')
  // Two browsers instead of two windows, because only one window of a browser has the focus. The second browser starts
  // when it is needed.
  const browsers: Promise<Browser>[] = []
  let tabs = 0
  const browserOf = (place: 0 | 1): Promise<Browser> => {
    browsers[place] ??= launchBrowser()
    return browsers[place]
  }
  async function tabIn(browser: Browser): Promise<Page> {
    const page = await browser.newPage()
    // A screen with unsaved changes asks before it is left. The next scene leaves it.
    page.on('dialog', (dialog) => void dialog.accept())
    const requests = new Set<HTTPRequest>()
    unfinished.set(page, requests)
    page.on('request', (request) => requests.add(request))
    for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end, (request) => requests.delete(request))
    // Tabs share only the browser's cache, so that the code is not compiled again. Everything else is cleared.
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
      // The type is set first, because setting it forgets the features.
      await page.emulateMediaType()
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
      // Moves the pointer to a place where it hovers over nothing.
      await page.mouse.move(0, 0)
      await page.goto('about:blank')
      unfinished.get(page)?.clear()
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

/** The stage of one test file. It is opened before the first test and closed after the last one. */
export function stageOfFile(): { on<T>(scene: string, act: (page: Page) => Promise<T>): Promise<T> } {
  let stage: Stage | undefined
  let tab: Page | undefined
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())
  return {
    async on(scene, act) {
      if (!stage) throw new Error('The stage opens before the first test.')
      tab ??= await stage.openTab()
      const page = tab
      try {
        return await act(await stage.show(scene, page))
      } catch (error) {
        // One failure must not be the reason of the next ones.
        tab = undefined
        await page.close()
        throw error
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
  if (scene.layouts !== 'never') await loaded(page)
  await still(page)
}

/** Changes the width and the colour scheme of the shown screen. */
export async function turn(page: Page, { width, scheme }: { width: number; scheme: Scheme }): Promise<void> {
  await page.setViewport({ width, height: width < 768 ? 720 : 900 })
  await page.evaluate(async (detail) => {
    dispatchEvent(new CustomEvent('stage.scheme', { detail }))
    while (document.documentElement.dataset.mantineColorScheme !== detail) await new Promise(requestAnimationFrame)
  }, scheme)
  await still(page)
}

/** Waits until all requests have ended and no other one has begun for 100 ms. */
export async function loaded(page: Page): Promise<void> {
  const requests = unfinished.get(page) ?? new Set()
  let quietSince = Date.now()
  page.on('request', began)
  await vi.waitUntil(() => requests.size === 0 && Date.now() - quietSince >= 100, { timeout: 120_000, interval: 20 })
  page.off('request', began)

  function began() {
    quietSince = Date.now()
  }
}

/** Waits until all animations have ended, except those that never end. */
export const still = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isMoving = ({ playState, effect }: Animation): boolean =>
      playState === 'running' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY
    // A change shows its animation in the next frame.
    do await new Promise(requestAnimationFrame)
    while (document.getAnimations().some(isMoving))
  })
