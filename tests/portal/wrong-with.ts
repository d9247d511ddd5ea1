import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { cutOff } from '../screens/cut-off.ts'
import { objectionsByLook } from '../screens/objections.ts'
import { picturesDir, type Scheme } from '../screens/stage.ts'
import { loadAxe, settled } from './portal-browser.ts'

/** A width in px and a colour scheme. */
export interface Look {
  width: number
  scheme: Scheme
}

/** Each scheme in each width. Only one of both changes at a time. */
const everyLook: readonly Look[] = [
  { width: 360, scheme: 'light' },
  { width: 360, scheme: 'dark' },
  { width: 1200, scheme: 'dark' },
  { width: 1200, scheme: 'light' },
]

/**
 * Returns the problems that axe and the check for cut-off words find in the present state of the page, in each look.
 * With `PICTURES=1`, saves a picture of each, named `portal-<name>-<width>-<scheme>.png`.
 */
export async function picturesWrong(page: Page, name: string, looks = everyLook): Promise<string[]> {
  const found: string[] = []
  await loadAxe(page)
  const objectionsTo = objectionsByLook(page)
  for (const { width, scheme } of looks) {
    await page.setViewport({ width, height: 800 })
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ])
    // The page hears of the new scheme after the browser. Its colours begin to change then.
    await page.waitForFunction(
      (scheme) => document.documentElement.getAttribute('data-mantine-color-scheme') === scheme,
      {},
      scheme,
    )
    await settled(page)
    if (process.env.PICTURES) {
      await mkdir(picturesDir, { recursive: true })
      const path = join(picturesDir, `portal-${name}-${width}-${scheme}.png`) as `${string}.png`
      await page.screenshot({ path, fullPage: true })
    }
    const wrong = [...(await objectionsTo(width)), ...(await cutOff(page))]
    found.push(...wrong.map((each) => `${name} ${width} ${scheme} ${each}`))
  }
  await page.setViewport({ width: 1200, height: 800 })
  return found
}
