import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aria, text } from '../../scripts/demo/panel.ts'
import { filesWith, filesWithTone, hasTone } from './disk-search.ts'
import {
  openRecordingStage,
  type PanelBrowser,
  type RecordingStage,
  toneHz,
  wordsEverySecond,
} from './recording-stage.ts'
import { readLedger, seenRequests, unlisted } from './request-log.ts'
import { shown } from './shown.ts'

const patienceMs = 60_000
/** A word that occurs nowhere else, so that it is found wherever it is stored. */
const canary = 'Quillfeather'
const script = wordsEverySecond(canary)

let stage: RecordingStage
let opened: PanelBrowser
let panel: Page
beforeAll(async () => {
  stage = await openRecordingStage({ script })
  opened = await stage.openBrowser()
  panel = await opened.panel()
  // While content of the panel is still loading, its buttons move, and a click could miss a button.
  await panel.waitForNetworkIdle()
})
afterAll(() => stage?.close())

const sees = (page: Page, words: string) => expect.poll(() => shown(page), { timeout: patienceMs }).toContain(words)

async function options(): Promise<Page> {
  const page = await opened.demo.browser.newPage()
  await page.goto(`chrome-extension://${opened.demo.extensionId}/options.html`)
  return page
}

/** Returns how many entries each store of the journal has. */
const journalCounts = () =>
  opened.inWorker(
    () =>
      new Promise<{ recordings: number; chunks: number; erasures: number }>((resolve, reject) => {
        const opening = indexedDB.open('chartside.journal')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['recordings', 'chunks', 'erasures'])
          const count = (name: string) => transaction.objectStore(name).count()
          const [recordings, chunks, erasures] = [count('recordings'), count('chunks'), count('erasures')]
          transaction.oncomplete = () =>
            resolve({ recordings: recordings.result, chunks: chunks.result, erasures: erasures.result })
          transaction.onerror = () => reject(transaction.error)
        }
      }),
  )

test('what the browser has requested for the extension is what the ledger lists, with the sound of a recording', async () => {
  await aria(panel, 'button', 'Record session').click()
  await sees(panel, `${canary}3.`)
  const { places } = await readLedger(opened.demo)
  const { host } = new URL(stage.server.url)
  expect([...new Set(places.map((place) => place.host))]).toEqual([host])
  const sound = places.find(({ kind }) => kind === 'sound')
  // Three seconds of one channel at 16 kHz have 96,000 bytes.
  expect(sound?.requests).toBe(1)
  expect(sound?.bytes).toBeGreaterThan(90_000)
  expect(places.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['sign-in', 'keys', 'ticket', 'account']))
})

test('the sound that is being recorded is on the disk of neither browser nor server, except encrypted', async () => {
  const page = await options()
  const microphone = await page.evaluateHandle(async () => {
    const audio = { echoCancellation: true, noiseSuppression: false, autoGainControl: true, channelCount: 1 }
    const stream = await navigator.mediaDevices.getUserMedia({ audio })
    const context = new AudioContext({ sampleRate: 16_000 })
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    return analyser
  })
  const heard = async () => {
    const samples = await microphone.evaluate((analyser) => {
      const samples = new Float32Array(analyser.fftSize)
      analyser.getFloatTimeDomainData(samples)
      return [...samples]
    })
    return Buffer.from(Float32Array.from(samples).buffer)
  }
  // This proves that the search works: it finds the tone in the microphone's samples. At first, the browser still
  // changes the loudness of the microphone, and `hasTone` finds no tone, so poll.
  await expect.poll(async () => hasTone(await heard(), toneHz)).toBe(true)
  await page.close()
  await expect.poll(async () => (await journalCounts()).chunks).toBeGreaterThan(0)
  expect(await filesWithTone(stage.folder, toneHz)).toEqual([join(stage.folder, 'microphone.wav')])
})

test('the settings page shows the places, and after Erase what was destroyed and what remains', async () => {
  await aria(panel, 'button', 'Discard').click()
  await panel.locator('[role="dialog"] button ::-p-text(Discard)').setTimeout(patienceMs).click()
  await sees(panel, 'Ready to record')
  const page = await options()
  await sees(page, 'Where your data went')
  await sees(page, 'sound of recordings: 1 time')
  const read = async () => {
    await text(page, 'Read again').click()
    return shown(page)
  }
  await expect
    .poll(read, { timeout: patienceMs })
    .toContain(
      'The server will never use its copy of the key again, so nobody can open the recording again. The transcript was erased, too. What remains at',
    )
  expect(await shown(page)).toContain(
    'the information that this recording was erased (with no time limit), technical log entries, without any text of the session',
  )
  await page.close()
})

test('after Erase, no store of the browser can be decrypted or contains the words', async () => {
  expect(await journalCounts()).toEqual({ recordings: 0, chunks: 0, erasures: 0 })
  const stored = await opened.inWorker(async () =>
    JSON.stringify([await chrome.storage.local.get(), await chrome.storage.session.get()]),
  )
  expect(stored).not.toContain(canary)
})

test('the log of the browser sees the extension, and no request that the ledger does not list', async () => {
  const reading = await readLedger(opened.demo)
  await opened.demo.browser.close()
  const seen = await seenRequests(join(stage.folder, 'requests-1.json'), reading.readAt)
  expect(new Set(seen.map(({ kind }) => kind))).toEqual(new Set(reading.places.map(({ kind }) => kind)))
  expect(unlisted(seen, reading)).toEqual([])
  // This proves that the comparison works: it reports a request that the ledger does not list.
  expect(unlisted([...seen, { host: 'elsewhere.example', kind: 'words' }], reading)).toHaveLength(1)
  // The browser is closed, so all its data is in its files. The files also keep deleted values for some time, so a
  // canary that was stored and then deleted would probably be found too.
  expect(await filesWith(stage.folder, canary)).toEqual([join(stage.folder, 'script.json')])
  expect(await filesWith(join(stage.folder, 'profile'), 'chartside.egress')).not.toEqual([])
  expect(await filesWithTone(stage.folder, toneHz)).toEqual([join(stage.folder, 'microphone.wav')])
})
