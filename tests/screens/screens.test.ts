import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scenes } from './harness/scenes.ts'
import { objections } from './objections.ts'
import { openStage, picturesDir, type Scheme, type Stage, turn } from './stage.ts'

const widths = [360, 1200]
const schemes: Scheme[] = ['light', 'dark']

// Two screens are looked at at a time, each in a browser of its own.
vi.setConfig({ maxConcurrency: 2 })

let stage: Stage
/** Each shows one scene after the other. */
const free: Page[] = []
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function inTab(look: (tab: Page) => Promise<void>): Promise<void> {
  const tab = free.pop() ?? (await stage.openTab())
  try {
    await look(tab)
  } finally {
    // The next scene loads the page anew; two tabs of one browser would stand one behind the other.
    free.push(tab)
  }
}

const elements = (page: Page) => page.evaluate(() => document.body.innerHTML)

test.concurrent.each(Object.keys(scenes))(
  'the screen %s, narrow and wide, light and dark: axe has no objection and nothing runs over the edge',
  (name) =>
    inTab(async (tab) => {
      const page = await stage.show(name, tab)
      const found: string[] = []
      for (const width of scenes[name]?.widths ?? widths) {
        let judged: string | null = null
        for (const scheme of schemes) {
          await turn(page, { width, scheme })
          await page.screenshot({
            path: join(picturesDir, `${name}-${width}-${scheme}.png`) as `${string}.png`,
            optimizeForSpeed: true,
          })
          // The same elements in other colours: only what looks at colours can have changed its mind.
          const shown = await elements(page)
          const asked = shown === judged ? 'colours' : 'everything'
          found.push(...(await objections(page, asked)).map((each) => `${width} ${scheme} ${each}`))
          judged = shown
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth)
          if (overflow > width) found.push(`${width} ${scheme} runs over the edge by ${overflow - width} px`)
        }
      }
      expect(found).toEqual([])
    }),
)
