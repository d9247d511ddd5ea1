import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isExhaustive, partOf } from '../exhaustive.ts'
import { cutOff } from './cut-off.ts'
import { scenes } from './harness/scenes.ts'
import { objectionsByLook } from './objections.ts'
import { openStage, picturesDir, type Scheme, type Stage, turn } from './stage.ts'

const isInFull = isExhaustive('looks of screens')
const widths = [360, 1200]
/** Widths in px: the minimum width of a panel, and a panel of 360 px without its scroll bar. */
const narrow = isInFull ? [320, 345] : []
const schemes: Scheme[] = ['light', 'dark']

// Checks two screens at the same time, each in its own browser.
vi.setConfig({ maxConcurrency: 2 })

let stage: Stage
/** Free tabs. Each shows one scene after the other. */
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
    // Reuse the tab. The next scene reloads it. A second tab in the same browser would be in the background.
    free.push(tab)
  }
}

test('scroll bars take space here, as they do in a panel', () =>
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

/** Pictures are for people: `PICTURES=1 npx vitest run --project screens`. They take a sixth of the time. */
async function picture(page: Page, name: `${string}.png`): Promise<void> {
  if (!process.env.PICTURES) return
  await page.screenshot({ path: join(picturesDir, name) as `${string}.png`, optimizeForSpeed: true })
}

const names = partOf('looks of screens', Object.keys(scenes))

test.concurrent.each(names)(
  'the screen %s, narrow and wide, light and dark: axe has no objection and nothing is cut off',
  (name) =>
    inTab(async (tab) => {
      const page = await stage.show(name, tab)
      const found: string[] = []
      const objectionsTo = objectionsByLook(page)
      // Each width begins with the scheme that the one before ended with. A change of scheme takes as long as axe.
      for (const [at, width] of (scenes[name]?.widths ?? widths).entries()) {
        for (const scheme of at % 2 === 0 ? schemes : schemes.toReversed()) {
          await turn(page, { width, scheme })
          await picture(page, `${name}-${width}-${scheme}.png`)
          found.push(...(await objectionsTo(width)).map((each) => `${width} ${scheme} ${each}`))
          if (scheme === 'light') found.push(...(await cutOff(page)).map((each) => `${width} ${each}`))
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth)
          if (overflow > width) found.push(`${width} ${scheme} runs over the edge by ${overflow - width} px`)
        }
      }
      for (const width of narrow) {
        await turn(page, { width, scheme: 'light' })
        await picture(page, `${name}-${width}.png`)
        found.push(...(await cutOff(page)).map((each) => `${width} ${each}`))
      }
      expect(found).toEqual([])
    }),
)
