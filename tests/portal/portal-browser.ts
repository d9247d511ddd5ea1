import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Frame, Page } from 'puppeteer'
import { still } from '../screens/stage.ts'

declare global {
  interface Window {
    /** Gives the page the answer that `holdAnswers` holds back. Undefined while no answer is held back. */
    release?: () => void
  }
}

/**
 * Makes the page wait for each answer whose address ends with `ending`. `held` resolves when an answer has arrived, and
 * `release` delivers this answer to the page. Replaces `fetch` in the page, because the interception of Puppeteer
 * sometimes misses a request of a frame of another origin.
 */
export async function holdAnswers(page: Page | Frame, ending: string) {
  await page.evaluate((ending) => {
    const send = window.fetch
    window.fetch = async (input, init) => {
      const answer = await send(input, init)
      if (!answer.url.endsWith(ending)) return answer
      await new Promise<void>((release) => {
        window.release = release
      })
      delete window.release
      return answer
    }
  }, ending)
  return {
    held: () => page.waitForFunction(() => window.release !== undefined),
    async release() {
      await page.evaluate(() => window.release?.())
      await page.waitForFunction(() => window.release === undefined)
    },
  }
}

/** Waits until the page has been drawn again, and the effects of the last change have run. */
export const drawn = (page: Page | Frame) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Opens a tab in which the browser asks for reduced motion. The page's content security policy stays in force. */
export async function openTab(browser: Pick<Browser, 'newPage'>): Promise<Page> {
  const page = await browser.newPage()
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  return page
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe into the page. */
export const loadAxe = async (page: Pick<Page | Frame, 'evaluate'>): Promise<void> => {
  await page.evaluate(await axe)
}

/** Signs in with the form. */
export async function signIn(page: Page, url: string, { email, password }: { email: string; password: string }) {
  await page.goto(`${url}/portal/`)
  await page.locator('::-p-aria(Email)').fill(email)
  await page.locator('::-p-aria(Password[role="textbox"])').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.locator('::-p-aria(Account[role="heading"])').wait()
}

/** Loads a page of the portal, also if it is open already, and waits as `settled` does. */
export async function openPath(page: Page, url: string, path: string): Promise<void> {
  // The requests of the open page must have ended. Otherwise the browser counts the requests that the navigation aborts
  // as open for ever, and `settled` would wait for them.
  await page.waitForNetworkIdle({ idleTime: 0 })
  // Leave the open page first. Otherwise only the hash of the address would change, and the page would not be loaded
  // again.
  await page.goto('about:blank')
  await page.goto(`${url}/portal/#${path}`)
  await page.locator('h1').wait()
  await settled(page)
}

/** Waits until the page has loaded its data and its fonts, has sent no request for 100 ms, and moves no more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await page.waitForNetworkIdle({ idleTime: 100 })
  await page.evaluate(() => document.fonts.ready)
  await still(page)
}
