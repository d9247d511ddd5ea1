import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import { stageOfFile } from './stage.ts'
import { aria, button, says, saysNot } from './words.ts'

const { on } = stageOfFile()

const pageAsked = (page: Page, what: string): Promise<unknown[]> =>
  page.evaluate(
    (what) =>
      (Reflect.get(window, 'pageAsked') as unknown[][]).filter(([kind]) => kind === what).map((each) => each.slice(1)),
    what,
  )
const pressKeys = (page: Page) => page.evaluate(() => dispatchEvent(new Event('stage.dictate-into-page')))
const begun = (page: Page) => page.evaluate(() => Reflect.get(window, 'started') as Record<string, unknown>)
const typed = (page: Page) => page.$eval('textarea', ({ value }) => value)

describe('dictation into the page', () => {
  test('names the field, belongs to the open patient, and is written as a fill of this field', () =>
    on('dictate-listening', async (page) => {
      await says(page, 'Dictate into')
      expect(await page.$eval('[aria-label="Field of the page"] h2', ({ textContent }) => textContent)).toBe('Sleep')
      expect(await pageAsked(page, 'point')).toEqual([['sleep']])
      expect(await begun(page)).toMatchObject({ place: 'dictation', patient: { name: 'Maya Okafor' }, skipSave: true })
      await says(page, 'about six hours most nights.')
      await button(page, 'Finish and write').click()
      await says(page, 'Written, and checked on the page')
      expect(await pageAsked(page, 'fill')).toEqual([[[['Sleep', '']]]])
      await button(page, 'Done').click()
      await aria(page, 'button', 'Dictate into the page').wait()
      expect(await typed(page)).toBe('')
    }))

  test('is undone alone, and its words can be copied then', () =>
    on('dictate-written', async (page) => {
      await button(page, 'Undo').click()
      await saysNot(page, 'Written, and checked on the page')
      await button(page, 'Copy').wait()
      expect(await pageAsked(page, 'undo-field')).toMatchObject([[expect.any(String), 'sleep']])
    }))

  test('begins and ends with the keys, and the focus is never lost', () =>
    on('session', async (page) => {
      await pressKeys(page)
      await says(page, 'Dictate into')
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
      await says(page, 'about six hours most nights.')
      await pressKeys(page)
      // The page of this scene has no such field any more, so nothing is written.
      await says(page, 'The page has changed since you began to dictate. Nothing was written.')
      await page.waitForFunction(() => document.activeElement !== document.body)
    }))

  test('that the page did not keep leaves its words in the session', () =>
    on('dictate-unwritten', async (page) => {
      await says(page, 'The page did not keep this value.')
      await button(page, 'Done').click()
      await page.waitForSelector('textarea')
      expect(await typed(page)).toContain('about six hours most nights.')
    }))

  test('can be discarded, and writes nothing', () =>
    on('dictate-listening', async (page) => {
      await button(page, 'Discard').click()
      await aria(page, 'button', 'Dictate into the page').wait()
      expect(await pageAsked(page, 'fill')).toEqual([])
      expect(await typed(page)).toBe('')
    }))

  test('begins on a page without a patient only after the name was typed', () =>
    on('dictate-nameless', async (page) => {
      expect(await page.evaluate(() => Reflect.get(window, 'started'))).toBeUndefined()
      await aria(page, 'textbox', 'Type the patient’s name to continue').fill('Maya Okafor')
      await button(page, 'Dictate').click()
      await button(page, 'Finish and write').click()
      await says(page, 'Written, and checked on the page')
    }))

  test('is refused with the reason, and can be tried again', () =>
    on('dictate-refused', async (page) => {
      await button(page, 'Try again').click()
      await says(page, 'Chartside does not dictate into password fields.')
      expect(await page.evaluate(() => Reflect.get(window, 'started'))).toBeUndefined()
      await button(page, 'Close').click()
      await aria(page, 'button', 'Dictate into the page').wait()
    }))
})
