import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { cutOff } from '../screens/cut-off.ts'
import { objections } from '../screens/objections.ts'
import { picturesDir } from '../screens/stage.ts'
import { loadAxe, settled } from './portal-browser.ts'

/**
 * Returns the problems that axe and the check for cut-off words find in the present state of the page, narrow and wide,
 * light and dark. Saves a screenshot for each combination, named `portal-<name>-<width>-<scheme>.png`.
 */
export async function picturesWrong(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  await mkdir(picturesDir, { recursive: true })
  for (const width of [360, 1200])
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewport({ width, height: 800 })
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ])
      await settled(page)
      const path = join(picturesDir, `portal-${name}-${width}-${scheme}.png`) as `${string}.png`
      await page.screenshot({ path, fullPage: true })
      await loadAxe(page)
      const wrong = [...(await objections(page)), ...(await cutOff(page))]
      found.push(...wrong.map((each) => `${name} ${width} ${scheme} ${each}`))
    }
  await page.setViewport({ width: 1200, height: 800 })
  return found
}
