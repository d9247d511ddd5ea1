import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenes } from './harness/scenes.ts'
import { openStage, picturesDir, type Scheme, type Stage } from './stage.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const widths = [360, 1200]
const schemes: Scheme[] = ['light', 'dark']

let stage: Stage
beforeAll(async () => {
  await mkdir(picturesDir, { recursive: true })
  stage = await openStage()
})
afterAll(() => stage?.close())

/** What axe objects to, in words short enough to act on. */
async function objections(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe })
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    return axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1] ?? ''}`),
  )
}

describe.each(Object.keys(scenes))('the screen %s', (name) => {
  for (const width of widths) {
    test.each(schemes)(`at ${width} px, %s: axe has no objection and nothing runs over the edge`, async (scheme) => {
      const page = await stage.show(name, { width, scheme })
      try {
        await page.screenshot({ path: join(picturesDir, `${name}-${width}-${scheme}.png`) as `${string}.png` })
        expect(await objections(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      } finally {
        await page.browserContext().close()
      }
    })
  }
})
