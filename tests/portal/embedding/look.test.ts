import { join } from 'node:path'
import type { Frame, Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutOff } from '../../screens/cut-off.ts'
import { objections } from '../../screens/objections.ts'
import { picturesDir } from '../../screens/stage.ts'
import { button, says, saysNot } from '../../screens/words.ts'
import { loadAxe } from '../portal-browser.ts'
import { type EmbeddingStage, frameOf, notedBy, openEmbeddingStage, said } from './stage.ts'

let stage: EmbeddingStage
beforeAll(async () => {
  stage = await openEmbeddingStage()
})
afterAll(() => stage?.close())

/**
 * Returns the problems of the frame in its present state, at widths of 360 and 1,200 px, light and dark. Saves a
 * screenshot for each combination.
 */
async function wrongWith(page: Page, frame: Frame, name: string): Promise<string[]> {
  const found: string[] = []
  for (const width of [360, 1200])
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewport({ width, height: 900 })
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ])
      await frame.waitForFunction(
        (scheme) => document.documentElement.getAttribute('data-mantine-color-scheme') === scheme,
        {},
        scheme,
      )
      await frame.evaluate(() => document.fonts.ready)
      const path = join(picturesDir, `embedded-${name}-${width}-${scheme}.png`) as `${string}.png`
      await page.screenshot({ path })
      await loadAxe(frame)
      const wrong = [...(await objections(frame)), ...(await cutOff(frame))]
      // Ignore this rule of axe: the frame has no first-level heading, because the page around it has one.
      const own = wrong.filter((each) => !each.startsWith('page-has-heading-one'))
      found.push(...own.map((each) => `${name} ${width} ${scheme} ${each}`))
    }
  return found
}

/** Presses Tab until the control with this text has the focus, in the frame. */
async function tabTo(page: Page, frame: Frame, text: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    if ((await frame.evaluate(focused)) === text) return
  }
  throw new Error(`The Tab key does not reach ${text}.`)
}

test('the dictation box fits in a page, and works with the keyboard alone', async () => {
  const page = await stage.open('/dictation?scope=embed')
  const frame = await frameOf(page)
  await frame.locator('::-p-aria(Talk to AI[role="button"])').wait()
  expect(await wrongWith(page, frame, 'dictation')).toEqual([])
  // The frame is as high as its content, so nothing scrolls in it.
  expect(await frame.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
  await button(frame, 'Change microphone').click()
  await says(frame, 'Microphone volume')
  expect(await wrongWith(page, frame, 'dictation-microphone')).toEqual([])
  await button(frame, 'Use this microphone').click()
  await saysNot(frame, 'Microphone volume')
  const height = () => page.$eval('chartside-dictation', (element) => element.getBoundingClientRect().height)
  const idleHeight = await height()
  await page.focus('body')
  await tabTo(page, frame, 'Talk to AI')
  await page.keyboard.press('Enter')
  await says(frame, said)
  expect(await height()).toBe(idleHeight)
  expect(await wrongWith(page, frame, 'dictating')).toEqual([])
  await page.keyboard.press('Enter')
  await frame.locator('button ::-p-text(Save the text)').wait()
  expect(await wrongWith(page, frame, 'dictated')).toEqual([])
  await tabTo(page, frame, 'Save the text')
  await page.keyboard.press('Enter')
  await says(frame, 'The text is saved as a transcript. You can dictate the next one.')
  expect(await wrongWith(page, frame, 'kept')).toEqual([])
  expect((await notedBy(page)).events.map(([name]) => name)).toContain('kept')
  expect(await frame.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
})

test('the template editor fits in a page, with its dialogs', async () => {
  const page = await stage.open('/editor')
  await page.$eval('chartside-template-editor', (element) => {
    const { getToken } = window as unknown as { getToken(): Promise<string> }
    const fields = [
      { id: 'mood', name: 'Mood', type: 'string', instructions: 'In the words of the patient.', format: 'bullet' },
      { id: 'risk', name: 'Risk', type: 'single_choice', options: ['None', 'Some'] },
    ]
    Object.assign(element, {
      template: { id: 't-1', name: 'Intake', instructions: 'Write short sentences.', group: 'Intakes', fields },
      host: { token: getToken, save: () => undefined, changeGroup: () => undefined },
    })
  })
  const frame = await frameOf(page)
  await frame.locator('[data-add]').wait()
  expect(await wrongWith(page, frame, 'editor')).toEqual([])
  await page.focus('body')
  await tabTo(page, frame, 'Generate Fields')
  await page.keyboard.press('Enter')
  await frame.locator('[role="dialog"] textarea').wait()
  expect(await wrongWith(page, frame, 'editor-generate')).toEqual([])
  await page.keyboard.press('Escape')
  await frame.locator('li button ::-p-text(Mood)').click()
  await frame.locator('button ::-p-text(Save & Continue)').wait()
  expect(await wrongWith(page, frame, 'editor-field')).toEqual([])
})

test('a page that is not listed shows why, without a frame', async () => {
  const page = await stage.open('/dictation', 'other.localhost')
  await page.waitForSelector('chartside-dictation >>> [role="alert"]')
  for (const [width, scheme] of [
    [360, 'light'],
    [1200, 'dark'],
  ] as const) {
    await page.setViewport({ width, height: 900 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.screenshot({ path: join(picturesDir, `embedded-refused-${width}-${scheme}.png`) as `${string}.png` })
    await loadAxe(page)
    expect(await objections(page)).toEqual([])
  }
})
