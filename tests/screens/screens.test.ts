import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cutOff } from './cut-off.ts'
import { scenes } from './harness/scenes.ts'
import { objections } from './objections.ts'
import { openStage, picturesDir, type Scheme, type Stage, turn } from './stage.ts'

const widths = [360, 1200]
/** A panel made as narrow as it goes, and what a scroll bar of its own leaves of 360 px. */
const narrow = [320, 345]
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

test('scroll bars take room here, as they do in a panel', () =>
  inTab(async (tab) => {
    await stage.show('sign-in', tab)
    const bar = await tab.evaluate(() => {
      const box = document.createElement('div')
      box.style.cssText = 'width: 100px; height: 50px; overflow-y: scroll'
      document.body.append(box)
      return box.offsetWidth - box.clientWidth
    })
    expect(bar).toBeGreaterThan(8)
  }))

const elements = (page: Page) => page.evaluate(() => document.body.innerHTML)

test.concurrent.each(Object.keys(scenes))(
  'the screen %s, narrow and wide, light and dark: axe has no objection and nothing is cut off',
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
          if (scheme === 'light') found.push(...(await cutOff(page)).map((each) => `${width} ${each}`))
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth)
          if (overflow > width) found.push(`${width} ${scheme} runs over the edge by ${overflow - width} px`)
        }
      }
      for (const width of narrow) {
        await turn(page, { width, scheme: 'light' })
        await page.screenshot({
          path: join(picturesDir, `${name}-${width}.png`) as `${string}.png`,
          optimizeForSpeed: true,
        })
        found.push(...(await cutOff(page)).map((each) => `${width} ${each}`))
      }
      expect(found).toEqual([])
    }),
)
