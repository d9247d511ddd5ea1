import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { built } from '../../scripts/builds.ts'
import { type DemoBrowser, openDemoBrowser } from '../../scripts/demo/browser.ts'
import { type JobResult, playJob } from '../../scripts/demo/job.ts'
import { type ServerProcess, startServer } from '../../scripts/demo/server-process.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import { root } from '../../scripts/set-up.mjs'
import { demoUser } from '../../server/services/demo-user.ts'
import { readLedger, seenRequests, unlisted } from './request-log.ts'

interface Spoken {
  speaker: 0 | 1
  text: string
}

let folder: string
let server: ServerProcess
let demo: DemoBrowser
let result: JobResult
let spoken: Spoken[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-e2e-'))
  spoken = JSON.parse(await readFile(join(root, 'assets/demo/script.json'), 'utf8')) as Spoken[]
  server = await startServer(['--port', '0', '--data', join(folder, 'data'), '--demo'])
  demo = await openDemoBrowser({
    executablePath: await findBrowser(),
    extensionDir: await built('extension'),
    serverUrl: server.url,
    headless: true,
    microphone: join(root, 'assets/demo/microphone.wav'),
    requestLog: join(folder, 'requests.json'),
  })
  result = await playJob({ demo, person: demoUser, pictures: join(root, '.output/e2e'), say: console.log })
}, 600_000)

afterAll(async () => {
  await demo?.browser.close()
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z']+/g) ?? []
/** Words that only this speaker says. They must never appear in a turn of the other speaker. */
function ownWords(speaker: 0 | 1): Set<string> {
  const said = (who: 0 | 1) =>
    new Set(spoken.filter((line) => line.speaker === who).flatMap((line) => wordsOf(line.text)))
  return said(speaker).difference(said(speaker === 0 ? 1 : 0))
}
const heardFrom = (speaker: 0 | 1) =>
  result.turns.filter((turn) => turn.startsWith(`Speaker ${speaker}: `)).flatMap((turn) => wordsOf(turn.slice(11)))
const share = (part: number, whole: number) => part / Math.max(1, whole)

test.each([0, 1] as const)('the words of speaker %i arrive under that speaker', (speaker) => {
  const own = ownWords(speaker)
  const heard = heardFrom(speaker).filter((word) => own.has(word))
  const strayed = heardFrom(speaker === 0 ? 1 : 0).filter((word) => own.has(word))
  expect(share(new Set(heard).size, own.size)).toBeGreaterThan(0.5)
  expect(share(strayed.length, heard.length + strayed.length)).toBeLessThan(0.1)
})

test('every turn names its speaker, and both speakers have many turns', () => {
  expect(result.turns.every((turn) => /^Speaker [01]: \S/.test(turn))).toBe(true)
  expect(result.turns.length).toBeGreaterThan(12)
})

test('the server knows the chart of the recording', () => expect(result.patientId).toBe('004812'))

test('every filled field was read back, and the chart’s own script received each value', () => {
  expect(result.planned).toBeGreaterThanOrEqual(8)
  expect(result.readBack).toBe(result.planned)
  expect(Object.keys(result.chartModel).length).toBeGreaterThanOrEqual(result.planned)
})

test('four kinds of control were filled: text, rich text, choice, date', async () => {
  const kinds = await demo.chart.evaluate((names) => {
    const form = document.querySelector('form.edit_patient_evaluation')
    return names.map((name) => {
      const control = form?.querySelector<HTMLInputElement>(`[name="patient_evaluation${name}"]`)
      if (control?.hidden) return 'rich text'
      if (control?.classList.contains('datepicker')) return 'date'
      return control?.type ?? 'none'
    })
  }, Object.keys(result.chartModel))
  // Several choices are never certain without a language model, so the clinician makes them.
  for (const kind of ['text', 'textarea', 'rich text', 'date']) expect(kinds).toContain(kind)
  expect(kinds.some((kind) => kind === 'radio' || kind === 'select-one')).toBe(true)
})

test('no control of the chart that saves, validates or signs was clicked', () => {
  expect(result.presses).toEqual([])
})

test('the demo’s browser shows the button, and no empty tab', async () => {
  const target = await demo.browser.waitForTarget((each) => each.type() === 'service_worker')
  const worker = await target.worker()
  expect(await worker?.evaluate(() => chrome.action.getUserSettings())).toMatchObject({ isOnToolbar: true })
  expect((await demo.browser.pages()).map((page) => page.url())).not.toContain('about:blank')
})

test('a build for the stores does not contain the demo’s account', async () => {
  const folder = await built('store')
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.filter((text) => text.includes(demoUser.password))).toEqual([])
})

test('the ledger lists every request of the extension during the job', async () => {
  const reading = await readLedger(demo)
  await demo.browser.close()
  const seen = await seenRequests(join(folder, 'requests.json'), reading.readAt)
  expect(seen.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['sign-in', 'sound', 'notes']))
  expect(unlisted(seen, reading)).toEqual([])
})
