import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { cutOff } from '../screens/cut-off.ts'
import { objections, seenElements } from '../screens/objections.ts'
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
  let judged: { shown: string; width: number } | null = null
  for (const { width, scheme } of looks) {
    await page.setViewport({ width, height: 800 })
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ])
    await settled(page)
    if (process.env.PICTURES) {
      await mkdir(picturesDir, { recursive: true })
      const path = join(picturesDir, `portal-${name}-${width}-${scheme}.png`) as `${string}.png`
      await page.screenshot({ path, fullPage: true })
    }
    // If the same elements can be seen as before, only the rules about the look can give another result.
    const shown = await seenElements(page)
    const asked = shown !== judged?.shown ? 'everything' : width === judged.width ? 'colours' : 'look'
    const wrong = [...(await objections(page, asked)), ...(await cutOff(page))]
    judged = { shown, width }
    found.push(...wrong.map((each) => `${name} ${width} ${scheme} ${each}`))
  }
  await page.setViewport({ width: 1200, height: 800 })
  return found
}
