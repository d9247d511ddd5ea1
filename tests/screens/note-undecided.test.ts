import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import { stageOfFile } from './stage.ts'
import { aria, button, says as stageSays, saysNot as stageSaysNot } from './words.ts'

const { on } = stageOfFile()

const says = (page: Page, words: string) => stageSays(page, words, 'main')
const saysNot = (page: Page, words: string) => stageSaysNot(page, words, 'main')
const cardOf = (label: string) => `[role="group"][aria-label="${label}"]`
const card = (page: Page, label: string) => page.$eval(cardOf(label), (element) => element.textContent)
const cardSays = (page: Page, label: string, words: string) => stageSays(page, words, cardOf(label))
const focusIs = (page: Page, label: string) =>
  page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, {}, label)
const printed = async (page: Page): Promise<string> => {
  await page.emulateMediaType('print')
  return page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts
    return document.body.innerText
  })
}

describe('a field that was mentioned without a certain answer', () => {
  test('shows its words with speaker and time, and is counted', () =>
    on('note-undecided', async (page) => {
      const words = await card(page, 'Suicidal ideation')
      for (const part of ['to choose', 'Mentioned: choose.', 'Not since the spring.', 'turn 4, 25:02'])
        expect(words).toContain(part)
      expect(await card(page, 'Medication')).toContain('Mentioned: see what was said.')
      await says(page, '7 to choose')
    }))

  test('gets its answer with one key, keeps its quote, and is undecided again after undo', () =>
    on('note-undecided', async (page) => {
      await page.focus('::-p-aria([name="No: answer for Suicidal ideation"])')
      await page.keyboard.press('Enter')
      await cardSays(page, 'Suicidal ideation', 'entered by you')
      await focusIs(page, 'Suicidal ideation')
      await button(page, '1 quote for Suicidal ideation').click()
      await cardSays(page, 'Suicidal ideation', 'Not since the spring.')
      await says(page, '6 to choose')
      await button(page, 'Undo the change to Suicidal ideation').click()
      await button(page, 'Yes: answer for Suicidal ideation').wait()
      await says(page, '7 to choose')
    }))

  test('with one option offers all of them', () =>
    on('note-undecided', async (page) => {
      await button(page, 'Anxious: answer for Mood').click()
      await cardSays(page, 'Mood', 'entered by you')
    }))

  test('with several options opens them, and the pressed one is ticked', () =>
    on('note-undecided-ticking', async (page) => {
      const checked = await page.$$eval(`${cardOf('Symptoms')} input:checked`, (all) =>
        all.map((each) => (each as HTMLInputElement).value),
      )
      expect(checked).toEqual(['Worry'])
      await aria(page, 'checkbox', 'Early waking').click()
      await button(page, 'Save').click()
      await cardSays(page, 'Symptoms', 'entered by you')
      const chosen = await page.$$eval(`${cardOf('Symptoms')} li:has([aria-label="chosen"])`, (all) =>
        all.map(({ textContent }) => textContent),
      )
      expect(chosen.sort()).toEqual(['Early waking', 'Worry'])
    }))

  test.each([
    ['Hours of sleep', 'input[inputmode], input[type="text"]'],
    ['Stopped on', 'input[type="date"]'],
    ['Medication', 'input, textarea'],
    ['Supports', '[contenteditable="true"]'],
  ])('opens its editor with one click: %s', (label, editor) =>
    on('note-undecided', async (page) => {
      await page.locator(`${cardOf(label)} ::-p-text(Enter answer)`).click()
      await page.waitForSelector(`${cardOf(label)} :is(${editor})`)
    }),
  )

  test('says what else is known about it', () =>
    on('note-undecided', async (page) => {
      expect(await card(page, 'Stopped on')).toContain('the answer was not certain enough')
    }))

  test('takes over the words that were said, if it is a text', () =>
    on('note-undecided', async (page) => {
      await button(page, 'Add to Supports: “I told my sister I’d call her if they did.”').click()
      await cardSays(page, 'Supports', 'entered by you')
      expect(await card(page, 'Supports')).toContain('“I told my sister I’d call her if they did.”')
    }))

  test('can be left empty, which the history keeps', () =>
    on('note-undecided-history', async (page) => {
      const text = await page.$eval('[role="dialog"] ol', ({ textContent }) => textContent)
      expect(text).toContain('MoodLeft empty.')
      await page.keyboard.press('Escape')
      await cardSays(page, 'Mood', 'Left empty by you.')
      await says(page, '6 to choose')
    }))

  test('shows more than three turns only on request', () =>
    on('note-undecided', async (page) => {
      expect(await card(page, 'Medication')).not.toContain('propranolol')
      await button(page, 'Show 1 more').click()
      await cardSays(page, 'Medication', 'I stopped taking the propranolol last week.')
    }))

  test('is linked from the words that are in no field, until it is decided', () =>
    on('note-undecided', async (page) => {
      await button(page, 'See Suicidal ideation').click()
      await focusIs(page, 'Suicidal ideation')
      expect(await card(page, 'Said, but not in the note')).toContain('Not since the spring.')
      await button(page, 'No: answer for Suicidal ideation').click()
      await cardSays(page, 'Suicidal ideation', 'entered by you')
      await page.waitForSelector('::-p-aria([name="See Suicidal ideation"])', { hidden: true })
      expect(await card(page, 'Said, but not in the note')).not.toContain('Not since the spring.')
    }))

  test('is in print and copies with its words', () =>
    on('note-undecided', async (page) => {
      await page.evaluate(() => {
        const taken: string[] = []
        Reflect.set(window, 'taken', taken)
        const clipboard = { writeText: async (text: string) => taken.push(text) }
        Object.defineProperty(navigator, 'clipboard', { value: clipboard })
      })
      for (const name of ['Copy as Markdown', 'Copy as plain text']) {
        await button(page, 'More actions for this note').click()
        await aria(page, 'menuitem', name).click()
        await page.waitForFunction(
          (count) => Reflect.get(window, 'taken').length === count,
          {},
          name.includes('Mark') ? 1 : 2,
        )
      }
      const copies: string[] = await page.evaluate(() => Reflect.get(window, 'taken'))
      for (const text of [...copies, await printed(page)])
        expect(text).toContain('Mentioned in the session, without a certain answer: “Not since the spring.”')
    }))

  test('does not prevent signing, which says how many are left', () =>
    on('note-undecided-sign', async (page) => {
      await stageSays(page, '7 fields have no answer yet.', '[role="dialog"]')
      await page.locator('[role="dialog"] button ::-p-text(Sign)').click()
      await says(page, 'Signed by ruth.calder@clinic.example')
      expect(await page.$$('::-p-aria([name="No: answer for Suicidal ideation"])')).toHaveLength(0)
      expect(await card(page, 'Suicidal ideation')).toContain('Not since the spring.')
    }))

  test('is not filled into the page, and the plan says why', () =>
    on('fill-undecided', async (page) => {
      expect(await card(page, 'Suicidal ideation')).toContain('The session mentions this without a certain answer.')
      expect(await page.$$('::-p-aria([name="Copy Suicidal ideation"])')).toHaveLength(0)
    }))
})

describe('a note that only the built-in writer has written', () => {
  test('never says that something was not discussed', () =>
    on('note-undecided', async (page) => {
      expect(await card(page, 'Substance use')).toContain('No answer found. Check.')
      await says(page, '1 not found')
      await saysNot(page, 'not discussed')
      await saysNot(page, 'Written by AI')
      expect(await printed(page)).not.toMatch(/discussed/i)
    }))

  test('says so in its history, in print and beside its signature', async () => {
    await on('note-undecided-history', async (page) => {
      expect(await page.$eval('[role="dialog"] ol', ({ textContent }) => textContent)).not.toContain('Written by AI')
    })
    await on('note-extracts-signed', async (page) => {
      await says(page, 'Nothing in this note can be changed. Extracts, written by no AI.')
      expect(await printed(page)).toMatch(
        /Extracts, written by no AI\.\s+Only words, numbers[^:]*: [^.]*\.\s+Signed by/,
      )
    })
  })
})
