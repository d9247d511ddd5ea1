import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenes } from './harness/scenes.ts'
import { openStage, picturesDir, type Scheme, type Stage, turn } from './stage.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const widths = [360, 1200]
const schemes: Scheme[] = ['light', 'dark']

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** What axe objects to, in words short enough to act on. */
async function objections(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: axe })
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    return axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1] ?? ''}`),
  )
}

test.each(Object.keys(scenes))(
  'the screen %s, narrow and wide, light and dark: axe has no objection and nothing runs over the edge',
  async (name) => {
    const page = await stage.show(name)
    const found: string[] = []
    try {
      for (const width of scenes[name]?.widths ?? widths) {
        for (const scheme of schemes) {
          await turn(page, { width, scheme })
          await page.screenshot({ path: join(picturesDir, `${name}-${width}-${scheme}.png`) as `${string}.png` })
          found.push(...(await objections(page)).map((each) => `${width} ${scheme} ${each}`))
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth)
          if (overflow > width) found.push(`${width} ${scheme} runs over the edge by ${overflow - width} px`)
        }
      }
      expect(found).toEqual([])
    } finally {
      await page.browserContext().close()
    }
  },
)
