import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../lib/api/index.ts'
import { recordingEndpoints, userEndpoints } from '../../lib/contracts/index.ts'
import { aria, text } from '../../scripts/demo/panel.ts'
import { asPerson } from './as-person.ts'
import { openRecordingStage, type PanelBrowser, type RecordingStage, wordsEverySecond } from './recording-stage.ts'
import { shown } from './shown.ts'

/** One short line per second, so that the number of words shows how much audio was transcribed. */
const script = wordsEverySecond()
const patienceMs = 30_000

let stage: RecordingStage
let opened: PanelBrowser
let panel: Page
beforeAll(async () => {
  stage = await openRecordingStage({ script })
  opened = await stage.openBrowser()
  panel = await opened.panel()
})
afterAll(async () => {
  await stage?.close()
})

const heardAll = (page: Page, count: number) =>
  page.waitForFunction(
    (words) => words.every((word) => document.querySelector('[role="log"]')?.textContent?.includes(word)),
    { timeout: patienceMs },
    Array.from({ length: count }, (_, i) => `word${i}.`),
  )
const badge = () => opened.inWorker(() => chrome.action.getBadgeText({}))
const numbersIn = (words: string) => [...words.matchAll(/word(\d+)/g)].map(([, number]) => Number(number))
const fromZero = (count: number) => Array.from({ length: count }, (_, i) => i)

async function record() {
  await text(panel, 'Ready to record').wait()
  await panel.locator('label ::-p-text(In the room)').click()
  await aria(panel, 'button', 'Record session').click()
  await aria(panel, 'button', 'Finish').wait()
}

/** Reads the entry of the only unfinished recording from the journal in the browser. */
const keptRecording = () =>
  panel.evaluate(
    () =>
      new Promise<{ id: string; wrapped: { keyId: string; wrapped: string } }>((resolve, reject) => {
        const opening = indexedDB.open('chartside.journal')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('recordings').objectStore('recordings').getAll()
          reading.onsuccess = () => {
            const [kept] = reading.result
            opening.result.close()
            if (kept?.key.kind !== 'wrapped') reject(new Error('No recording is kept under the server’s key'))
            else resolve({ id: kept.id, wrapped: kept.key.wrapped })
          }
        }
      }),
  )

/** Waits for words in the text box, and returns their numbers. */
async function typedNumbers(): Promise<number[]> {
  const typed = await panel.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('textarea[aria-label="What happened"]')?.value,
    { timeout: patienceMs },
  )
  return numbersIn((await typed.jsonValue()) ?? '')
}

test('what is dictated is typed into the text', async () => {
  await aria(panel, 'button', 'Talk to AI').click()
  await heardAll(panel, 3)
  await aria(panel, 'button', 'Finish').click()
  const numbers = await typedNumbers()
  expect(numbers.length).toBeGreaterThanOrEqual(3)
  expect(numbers).toEqual(fromZero(numbers.length))
})

/** The microphone of the running dictation. */
const heardThrough = () =>
  panel.evaluate(async () => {
    const message = { id: 1, timestamp: Date.now(), type: 'recording.state', data: undefined }
    const { res } = await chrome.runtime.sendMessage(message)
    return { phase: res.phase, label: res.microphone?.label }
  })

test('a microphone chosen during a dictation is used at once, wherever it is chosen', async () => {
  await aria(panel, 'button', 'Clear').click()
  await aria(panel, 'button', 'Talk to AI').click()
  await heardAll(panel, 2)
  await panel.locator('button ::-p-text(Microphone)').click()
  await aria(panel, 'radio', 'Fake Audio Input 1').click()
  await aria(panel, 'button', 'Use this microphone').click()
  await expect.poll(heardThrough, { timeout: patienceMs }).toEqual({ phase: 'recording', label: 'Fake Audio Input 1' })

  const options = await opened.demo.browser.newPage()
  await options.goto(`chrome-extension://${opened.demo.extensionId}/options.html`)
  await options.locator('input[aria-haspopup="listbox"]').click()
  await options.locator('[role="option"] ::-p-text(Fake Audio Input 2)').click()
  await expect.poll(heardThrough, { timeout: patienceMs }).toEqual({ phase: 'recording', label: 'Fake Audio Input 2' })
  await options.locator('input[aria-haspopup="listbox"]').click()
  await options.locator('[role="option"] ::-p-text(The system’s microphone)').click()
  await expect
    .poll(heardThrough, { timeout: patienceMs })
    .not.toEqual({ phase: 'recording', label: 'Fake Audio Input 2' })
  await options.close()

  const said = numbersIn(await shown(panel)).length
  await heardAll(panel, said + 2)
  await aria(panel, 'button', 'Finish').click()
  const numbers = await typedNumbers()
  expect(numbers).toEqual(fromZero(numbers.length))
})

test('words that are not a note yet survive the panel, and are never written to the disk', async () => {
  const typed = () => panel.evaluate(() => document.querySelector('textarea')?.value)
  const before = await typed()
  const kept = () => opened.inWorker(async () => JSON.stringify(await chrome.storage.session.get(null)))
  await expect.poll(kept, { timeout: patienceMs }).toContain('word0.')
  expect(JSON.stringify(await opened.inWorker(() => chrome.storage.local.get(null)))).not.toContain('word0')
  await panel.close()
  panel = await opened.panel()
  await expect.poll(typed, { timeout: patienceMs }).toBe(before)
  await aria(panel, 'button', 'Clear').click()
})

test('words that are typed immediately before the panel is closed are kept', async () => {
  await panel.focus('textarea')
  const closed = new Promise((resolve) => panel.once('close', resolve))
  await panel.evaluate(() => {
    document.execCommand('insertText', false, 'The last words.')
    window.close()
  })
  await closed
  panel = await opened.panel()
  await panel.waitForFunction(() => document.querySelector('textarea')?.value === 'The last words.')
  await aria(panel, 'button', 'Clear').click()
})

test('when the panel is closed while a dictation finishes, its words are typed into the text of the next panel', async () => {
  await aria(panel, 'button', 'Talk to AI').click()
  await heardAll(panel, 2)
  await aria(panel, 'button', 'Finish').click()
  // Wait until the recording has stopped. The extension may still wait for the last words when the panel is closed.
  await expect.poll(badge, { timeout: patienceMs }).not.toBe('REC')
  await panel.close()
  panel = await opened.panel()
  const numbers = await typedNumbers()
  expect(numbers.length).toBeGreaterThanOrEqual(2)
  expect(numbers).toEqual(fromZero(numbers.length))
  await aria(panel, 'button', 'Clear').click()
})

test('a closed panel leaves the recording running: the badge says so, and the reopened panel shows it', async () => {
  await record()
  await heardAll(panel, 2)
  await panel.close()
  await expect.poll(badge, { timeout: patienceMs }).toBe('REC')
  panel = await opened.panel()
  await heardAll(panel, 5)
  expect(await shown(panel)).toContain('Maya')
})

test('another microphone takes over during a recording, and no word is missing', async () => {
  const before = await panel.evaluate(() => document.querySelector('[role="log"] li')?.textContent)
  expect(before).toContain('word0.')
  await aria(panel, 'button', 'Change microphone').click()
  await aria(panel, 'radio', 'Fake Audio Input 2').click()
  await aria(panel, 'button', 'Use this microphone').click()
  await panel.waitForFunction(
    () => !document.querySelector('[role="dialog"]') && document.body.textContent.includes('Fake Audio Input 2'),
    { timeout: patienceMs },
  )
  const said = numbersIn(await shown(panel)).length
  await heardAll(panel, said + 3)
})

test('after the browser was killed the recording is offered, and transcribing it yields every word', async () => {
  const before = numbersIn(await shown(panel)).length
  await opened.kill()
  opened = await stage.openBrowser()
  panel = await opened.panel()
  await text(panel, 'An unfinished recording').wait()
  expect(await shown(panel)).toContain('Maya')
  await aria(panel, 'button', 'Transcribe').click()
  await text(panel, 'Choose a template').wait()
  const client = await asPerson(stage.server.url)
  const { items } = await client.call(userEndpoints.listTranscripts, { query: { limit: 1 } })
  const { turns, status } = await client.call(userEndpoints.getTranscript, { params: { id: items[0]?.id ?? '' } })
  expect(status).toBe('ready')
  const numbers = numbersIn(turns.join(' '))
  expect(numbers.length).toBeGreaterThanOrEqual(before)
  expect(numbers).toEqual(fromZero(numbers.length))
})

test('an erased recording is gone from the panel, and the server never opens its key again', async () => {
  await aria(panel, 'button', 'Close').click()
  await aria(panel, 'button', 'Discard').click()
  await panel.locator('[role="dialog"] ::-p-text(Discard)').setTimeout(patienceMs).wait()
  await panel.locator('[role="dialog"] button ::-p-text(Discard)').click()
  await record()
  await heardAll(panel, 2)
  // Close only the offscreen page, as if it had crashed. The browser keeps running.
  await opened.inWorker(() => chrome.offscreen.closeDocument())
  await panel.close()
  panel = await opened.panel()
  await text(panel, 'An unfinished recording').wait()
  await expect.poll(badge, { timeout: patienceMs }).toBe('')
  const { id, wrapped } = await keptRecording()
  const client = await asPerson(stage.server.url)
  const unwrap = () => client.call(recordingEndpoints.unwrapRecordingKey, { params: { id }, body: wrapped })
  expect((await unwrap()).key).not.toBe('')
  await aria(panel, 'button', 'Erase').click()
  await panel.locator('[role="dialog"] ::-p-text(Erase)').setTimeout(patienceMs)
  await panel.locator('[role="dialog"] button ::-p-text(Erase)').click()
  await panel.waitForFunction(() => !document.body.textContent.includes('An unfinished recording'), {
    timeout: patienceMs,
  })
  const refusal = () =>
    unwrap().then(
      () => 200,
      (error: unknown) => (error instanceof ApiError ? error.status : error),
    )
  await expect.poll(refusal, { timeout: patienceMs }).toBe(410)
})

test('while the server does not answer, “Send later” ends a visit, the next begins with one click, and all are sent later', async () => {
  const waitsFor = (visits: number) =>
    panel.waitForFunction(
      (count) => document.body.textContent.split('waiting to be sent').length - 1 === count,
      { timeout: patienceMs },
      visits,
    )
  const client = await asPerson(stage.server.url)
  const listed = async () => (await client.call(userEndpoints.listTranscripts, { query: { limit: 2 } })).items
  const before = (await listed()).map(({ id }) => id)
  await record()
  await heardAll(panel, 2)
  process.kill(stage.server.pid, 'SIGSTOP')
  try {
    await aria(panel, 'button', 'Finish').click()
    await aria(panel, 'button', 'Send later').click()
    await waitsFor(1)
    expect(await shown(panel)).toContain('Safe on this computer, will be sent.')
    await record()
    await panel.waitForFunction(() => document.querySelector('[role="timer"]')?.textContent?.endsWith('3'), {
      timeout: patienceMs,
    })
    await aria(panel, 'button', 'Finish').click()
    await waitsFor(2)
  } finally {
    process.kill(stage.server.pid, 'SIGCONT')
  }
  await (await opened.offscreen()).evaluate(() => window.dispatchEvent(new Event('online')))
  await waitsFor(0)
  await expect
    .poll(async () => (await listed()).map(({ status }) => status), { timeout: patienceMs })
    .toEqual(['ready', 'ready'])
  expect((await listed()).map(({ id }) => before.includes(id))).toEqual([false, false])
  for (const { id } of await listed()) {
    const { turns } = await client.call(userEndpoints.getTranscript, { params: { id } })
    const numbers = numbersIn(turns.join(' '))
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers).toEqual(fromZero(numbers.length))
  }
  await text(panel, 'ready for a note').wait()
})
