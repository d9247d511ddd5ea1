import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aria, text } from '../../scripts/demo/panel.ts'
import { openRecordingStage, type PanelBrowser, type RecordingStage, wordsEverySecond } from './recording-stage.ts'

const waitMs = 60_000
const narrative = '#patient_evaluation_eval_texts_attributes_0_description'

let stage: RecordingStage
let opened: PanelBrowser
let panel: Page
let chart: Page
beforeAll(async () => {
  stage = await openRecordingStage({ script: wordsEverySecond() })
  opened = await stage.openBrowser()
  panel = await opened.panel()
  chart = opened.demo.chart
})
afterAll(() => stage?.close())

const held = () => chart.$eval(narrative, (control) => (control as HTMLTextAreaElement).value)
const heard = (words: string) =>
  panel.waitForFunction(
    (wanted) => document.querySelector('[role="log"]')?.textContent?.includes(wanted),
    { timeout: waitMs },
    words,
  )
/** As the service worker does at the keys, which puppeteer cannot press. */
const pressKeys = () =>
  panel.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
    await chrome.storage.session.set({ 'key-press': { command: 'dictate-into-page', tabId: tab?.id, at: Date.now() } })
  })

test('words are dictated at the cursor of the focused field, read back, and undone', async () => {
  await chart.$eval(narrative, (control) => {
    const area = control as HTMLTextAreaElement
    area.value = 'Seen today. Plans to rest.'
    area.focus()
    area.setSelectionRange(11, 11)
  })
  await aria(panel, 'button', 'Dictate into the page').click()
  await heard('word1.')
  await aria(panel, 'button', 'Finish and write').click()
  await text(panel, 'Written, and checked on the page').setTimeout(waitMs).wait()
  expect(await held()).toMatch(/^Seen today\. word0\. word1\..* Plans to rest\.$/)
  await aria(panel, 'button', 'Undo').click()
  await text(panel, 'The old value of 1 field is back.').setTimeout(waitMs).wait()
  expect(await held()).toBe('Seen today. Plans to rest.')
  await aria(panel, 'button', 'Done').click()
  await aria(panel, 'button', 'Dictate into the page').wait()
})

test('the keys begin and end it, and nothing is written after the chart was left', async () => {
  await chart.focus(narrative)
  await pressKeys()
  await heard('word0.')
  await chart.reload()
  await pressKeys()
  await text(panel, 'The page has changed since you began to dictate.').setTimeout(waitMs).wait()
  expect(await held()).not.toContain('word0.')
  await aria(panel, 'button', 'Done').click()
  // The words are not lost.
  await expect.poll(() => panel.$eval('textarea', ({ value }) => value)).toContain('word0.')
})

test('a field that takes no words is refused', async () => {
  await chart.focus('#patient_evaluation_evaluation_date')
  await pressKeys()
  await text(panel, 'Dictation writes text only.').setTimeout(waitMs).wait()
})

test('the manifest names the keys', async () => {
  const commands = await opened.inWorker(() => chrome.commands.getAll())
  expect(commands.find(({ name }) => name === 'dictate-into-page')).toMatchObject({
    description: 'Dictate into the field of the page',
  })
})
