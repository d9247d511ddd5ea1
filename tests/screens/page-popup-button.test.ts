import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followPermission, isAdvancedmdPopup } from '../../entrypoints/ehr.content/popup-button.ts'
import { findBrowser } from '../../scripts/find-browser.ts'

let browser: Browser
let page: Page
let script: string
beforeAll(async () => {
  const file = new URL('../../entrypoints/ehr.content/popup-button.ts', import.meta.url)
  script = stripTypeScriptTypes(await readFile(file, 'utf8')).replaceAll(/^export /gm, '')
  browser = await puppeteer.launch({ executablePath: await findBrowser(), headless: true, args: ['--no-sandbox'] })
})
afterAll(() => browser?.close())
beforeEach(async () => {
  page = await browser.newPage()
  await page.setViewport({ width: 800, height: 600 })
  await page.setContent('<!doctype html><style>button { display: none !important }</style><h1>Chart</h1>')
  await page.addScriptTag({ content: script })
  await page.evaluate(() => {
    const shared = window as unknown as {
      showPopupButton(document: Document, open: () => void, signal: AbortSignal): void
      opened: number
      life: AbortController
    }
    shared.opened = 0
    shared.life = new AbortController()
    shared.showPopupButton(
      document,
      () => {
        shared.opened += 1
      },
      shared.life.signal,
    )
  })
  return () => page.close()
})
const opened = () => page.evaluate(() => (window as unknown as { opened: number }).opened)

test('a click in the corner opens it, whatever the page’s own styles say; so does the keyboard', async () => {
  await page.mouse.click(740, 565)
  expect(await opened()).toBe(1)
  await page.mouse.click(10, 300)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await opened()).toBe(2)
})

test('the page’s own scripts can neither see nor click it', async () => {
  const seen = await page.evaluate(() => {
    const host = document.querySelector<HTMLElement>('chartside-open')
    host?.click()
    host?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    return { root: host?.shadowRoot ?? null, buttons: document.querySelectorAll('button').length }
  })
  expect(seen).toEqual({ root: null, buttons: 0 })
  expect(await opened()).toBe(0)
})

test('it disappears together with the script that added it', async () => {
  await page.evaluate(() => (window as unknown as { life: AbortController }).life.abort())
  expect(await page.$('chartside-open')).toBeNull()
})

test('only a popup of AdvancedMD has one: no tab, no frame, no other EHR', () => {
  const view = (hostname: string, bars: boolean, top = true) => {
    const made = { toolbar: { visible: bars }, location: { hostname } }
    return {
      ...made,
      get top() {
        return top ? this : null
      },
    } as unknown as Window
  }
  expect(isAdvancedmdPopup(view('pm-wfe-101.advancedmd.com', false))).toBe(true)
  expect(isAdvancedmdPopup(view('pm-wfe-101.advancedmd.com', true))).toBe(false)
  expect(isAdvancedmdPopup(view('pm-wfe-101.advancedmd.com', false, false))).toBe(false)
  expect(isAdvancedmdPopup(view('advancedmd.com.example', false))).toBe(false)
  expect(isAdvancedmdPopup(view('clinic.kipuworks.com', false))).toBe(false)
})

test('the organisation’s policy takes it away and gives it back, while the page stays open', async () => {
  const life = new AbortController()
  const shown: AbortSignal[] = []
  let allowed = false
  let tell = () => {}
  const watch = (listener: () => void) => {
    tell = listener
    return () => {
      tell = () => {}
    }
  }
  followPermission(
    async () => allowed,
    watch,
    (signal) => shown.push(signal),
    life.signal,
  )
  await Promise.resolve()
  expect(shown).toEqual([])
  const decide = async (next: boolean) => {
    allowed = next
    tell()
    await Promise.resolve()
  }
  await decide(true)
  await expect.poll(() => shown.map(({ aborted }) => aborted)).toEqual([false])
  await decide(true)
  await decide(false)
  await expect.poll(() => shown.map(({ aborted }) => aborted)).toEqual([true])
  await decide(true)
  await expect.poll(() => shown.map(({ aborted }) => aborted)).toEqual([true, false])
  life.abort()
  expect(shown.map(({ aborted }) => aborted)).toEqual([true, true])
})
