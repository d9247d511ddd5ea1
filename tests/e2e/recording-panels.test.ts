import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aria, text } from '../../scripts/demo/panel.ts'
import { openRecordingStage, type PanelBrowser, type RecordingStage, wordsEverySecond } from './recording-stage.ts'

const script = wordsEverySecond()
const patienceMs = 60_000

let stage: RecordingStage
let opened: PanelBrowser
/** One panel beside the chart, and one in its own window. */
let first: Page
let second: Page
beforeAll(async () => {
  stage = await openRecordingStage({ script })
  opened = await stage.openBrowser()
  first = await opened.panel()
  const { browser, extensionId } = opened.demo
  const url = `chrome-extension://${extensionId}/sidepanel.html?second`
  const worker = await (await browser.waitForTarget((each) => each.type() === 'service_worker')).worker()
  await worker?.evaluate((address) => chrome.windows.create({ url: address, width: 420, height: 800 }), url)
  const target = await browser.waitForTarget((each) => each.url() === url, { timeout: patienceMs })
  second = await target.asPage()
  await text(second, 'Ready to record').wait()
})
afterAll(async () => {
  await stage?.close()
})

/**
 * Polls at an interval. By default, `waitForFunction` checks its condition in each animation frame, but a page in the
 * background has no animation frames.
 */
const sees = (page: Page, words: string) =>
  page.waitForFunction((each) => document.body.textContent.includes(each), { timeout: patienceMs, polling: 100 }, words)
const seesNot = (page: Page, words: string) =>
  page.waitForFunction(
    (each) => !document.body.textContent.includes(each),
    { timeout: patienceMs, polling: 100 },
    words,
  )
const typed = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLTextAreaElement>('textarea[aria-label="What happened"]')?.value)

test('a dictation started in one panel belongs to its box: the other panel says that it runs elsewhere and gets no words', async () => {
  await aria(second, 'button', 'Talk to AI').click()
  await sees(second, 'word2.')
  await sees(first, 'Recording is already in progress elsewhere')
  expect(await first.evaluate(() => document.body.textContent)).not.toContain('word0.')
  await aria(second, 'button', 'Finish').click()
  await expect.poll(() => typed(second), { timeout: patienceMs }).toContain('word2.')
  await seesNot(first, 'Recording is already in progress elsewhere')
  expect(await typed(first)).toBe('')
  await aria(second, 'button', 'Clear').click()
})

test('two panels show the same recording, and either can pause and finish it', async () => {
  await first.locator('label ::-p-text(In the room)').click()
  await aria(first, 'button', 'Record session').click()
  await sees(first, 'word2.')
  await sees(second, 'word2.')
  await sees(second, 'REC')
  await aria(second, 'button', 'Pause').click()
  await sees(first, 'Resume')
  await aria(first, 'button', 'Resume').click()
  await sees(second, 'Pause')
  await aria(second, 'button', 'Finish').click()
  await sees(second, 'Choose a template')
  await sees(first, 'Ready to record')
  expect(await first.evaluate(() => document.body.textContent)).not.toContain('word0.')
})
