import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import { stageOfFile } from './stage.ts'
import { aria, button } from './words.ts'

const { on } = stageOfFile()

const cardSays = (page: Page, label: string, words: string) =>
  page.waitForFunction(
    (label, words) => document.querySelector(`[role="group"][aria-label="${label}"]`)?.textContent.includes(words),
    {},
    label,
    words,
  )
const focusIs = (page: Page, label: string) =>
  page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, {}, label)

describe('the quotes of a sentence', () => {
  const regions = (page: Page) =>
    page.$$eval('section[aria-label^="Quotes for"]', (all) => all.map((each) => each.getAttribute('aria-label')))
  const region = (page: Page, part: string) => aria(page, 'region', `Quotes for “${part}”`)
  const six = 'Sleeps about six hours most nights.'
  const wakes = 'Wakes around 4 a.m. when she worries about work.'
  const marked = (page: Page) => page.$$eval('blockquote mark', (all) => all.map(({ textContent }) => textContent))

  test('are its own: a click on another sentence shows those of that one', () =>
    on('note-sentences', async (page) => {
      await region(page, six).wait()
      expect(await marked(page)).toEqual(['Maybe six hours most nights.'])
      await cardSays(page, 'Sleep', 'Maya, turn 2, 23:41')
      await page.locator('::-p-text(when she worries about work)').click()
      await region(page, wakes).wait()
      expect(await regions(page)).toEqual([`Quotes for “${wakes}”`])
      expect(await marked(page)).toEqual(['I still wake around four when I’m worrying about work.'])
      await page.locator('::-p-text(when she worries about work)').click()
      await page.waitForFunction(() => !document.querySelector('blockquote'))
    }))

  test('open and close with Enter, and lead to the turn in the transcript and back', () =>
    on('note-sentences', async (page) => {
      const name = `1 quote for “${wakes}”`
      await page.focus(`::-p-aria([name="${name}"][role="button"])`)
      await page.keyboard.press('Enter')
      await region(page, wakes).wait()
      expect(await page.$eval(`[aria-label="${name}"]`, (one) => one.getAttribute('aria-expanded'))).toBe('true')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => !document.querySelector('blockquote'))
      await page.keyboard.press('Enter')
      const turn = 'Maya, turn 2, 23:41: show it in the transcript'
      await button(page, turn).wait()
      await page.focus(`::-p-aria([name="${turn}"][role="button"])`)
      await page.keyboard.press('Enter')
      await focusIs(page, 'Part 2 of the transcript, quoted in the note')
      await button(page, 'Back').click()
      await button(page, name).wait()
    }))

  test('are missing for a sentence that the user wrote, and for one without a quote', () =>
    on('note-sentences', async (page) => {
      await button(page, 'No quote for “Keeps a sleep diary.”').click()
      await cardSays(page, 'Sleep', 'You wrote this part. It has no quote from the session.')
      await button(page, 'No quote for “Feels rested.”').click()
      await cardSays(page, 'Sleep', 'Chartside found no quote from the session for this part.')
      expect(await page.$$('blockquote')).toHaveLength(0)
    }))

  test('do not cover its flag, which opens its own reason', () =>
    on('note-sentences', async (page) => {
      await button(page, 'Why “rested” is marked').click()
      await focusIs(page, 'Warning about “rested” in Sleep')
      expect(await regions(page)).toEqual([`Quotes for “${six}”`])
    }))

  test('are also those of an option, and of a cell', () =>
    on('note-sentences', async (page) => {
      await button(page, '1 quote for “Hopeful”').click()
      await region(page, 'Hopeful').wait()
      await button(page, '1 quote for “evening”').click()
      await region(page, 'evening').wait()
      await cardSays(page, 'Medication', 'You, turn 1, 23:29')
    }))
})
