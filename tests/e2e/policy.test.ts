import { randomUUID } from 'node:crypto'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../lib/api/index.ts'
import { directoryEndpoints, userEndpoints } from '../../lib/contracts/index.ts'
import { aria, text } from '../../scripts/demo/panel.ts'
import { asPerson } from './as-person.ts'
import { type Administrator, becomeAdministrator } from './policy-stage.ts'
import { openRecordingStage, type PanelBrowser, type RecordingStage, wordsEverySecond } from './recording-stage.ts'
import { shown } from './shown.ts'

const script = wordsEverySecond()
const patienceMs = 60_000
/**
 * Maximum time in ms until the extension enforces a policy. The time begins when the browser has received the policy.
 */
const enforcedMs = 5000
const refusals = {
  tab: 'Your organisation does not allow recording the sound of a tab.',
  microphone: 'Your organisation does not allow recording the microphone.',
}

let stage: RecordingStage
let opened: PanelBrowser
let administrator: Administrator | null
let panel: Page
let options: Page
/** The policy with which each test starts. It allows everything that the tests do. */
let open: Record<string, unknown>
beforeAll(async () => {
  stage = await openRecordingStage({ script })
  opened = await stage.openBrowser()
  const { demo } = opened
  administrator = await becomeAdministrator(demo)
  panel = await opened.panel()
  options = await demo.browser.newPage()
  await options.goto(`chrome-extension://${demo.extensionId}/options.html`)
  open = {
    serverUrl: stage.server.url,
    ehrHosts: ['*.kipuworks.com'],
    captureSources: ['microphone', 'tab'],
    popupButton: true,
  }
})
afterAll(async () => {
  await administrator?.leave()
  await stage?.close()
})

/** Waits for words by polling, because the browser slows down the timers of a panel that is not in front. */
const sees = (page: Page, words: string, timeout = patienceMs) =>
  expect.poll(() => shown(page), { timeout, interval: 100 }).toContain(words)
const managed = () => opened.inWorker(() => chrome.storage.managed.get())

/** Sets a policy and resolves when the browser has given it to the extension. */
async function govern(policy: Record<string, unknown>): Promise<void> {
  await administrator?.set(policy)
  await administrator?.reload()
  await expect.poll(managed, { timeout: patienceMs }).toEqual(policy)
}
/**
 * Brings the chart to the front. `reload` opens the page `chrome://policy` in front of the chart, and the panel follows
 * the tab in front.
 */
const backToChart = () => opened.demo.chart.bringToFront()

test('a setting that the organisation sets is locked and says so, and a change reaches a running browser by itself', async (context) => {
  if (!administrator) return context.skip('The policies of this machine cannot be written.')
  await govern(open)
  await sees(options, 'Set by your organisation', enforcedMs)
  expect(await options.$eval('input[inputmode="url"]', (field) => field.readOnly)).toBe(true)
  expect(await options.$$eval('button', (all) => all.map((each) => each.textContent))).not.toContain('Check and save')
  // The test does not call `reload` here. The browser watches the policy file and notices the change by itself.
  await administrator.set({ ...open, captureSources: ['microphone'] })
  await sees(options, 'What may be recorded: microphone')
  await backToChart()
  await sees(panel, refusals.tab)
})

test('a tab that is refused is not recorded any more; without the microphone the recording ends and its words are kept', async (context) => {
  if (!administrator) return context.skip('The policies of this machine cannot be written.')
  await govern(open)
  await backToChart()
  await aria(panel, 'button', 'Record session').click()
  await sees(panel, 'this tab')
  await sees(panel, 'word1.')
  await govern({ ...open, captureSources: ['microphone'] })
  await backToChart()
  await sees(panel, `${refusals.tab} The recording continues with the microphone.`, enforcedMs)
  await sees(panel, 'word4.')
  await govern({ ...open, captureSources: [] })
  await backToChart()
  await sees(panel, refusals.microphone, enforcedMs)
  expect(
    await panel.$$eval('button', (all) => all.find((each) => each.textContent === 'Record session')?.disabled),
  ).toBe(true)
  await expect.poll(() => opened.inWorker(() => chrome.action.getBadgeText({})), { timeout: patienceMs }).toBe('')
  const person = await asPerson(stage.server.url)
  const { items } = await person.call(userEndpoints.listTranscripts, { query: {} })
  expect(items.map(({ status }) => status)).toContain('ready')
})

test('where consent is required, nothing is recorded before it is confirmed, and withdrawing it erases the recording', async (context) => {
  if (!administrator) return context.skip('The policies of this machine cannot be written.')
  await govern({ ...open, consent: { required: true, text: 'The patient knows of the recording.', version: 3 } })
  await sees(options, 'The patient must agree before each recording.')
  await backToChart()
  await aria(panel, 'button', 'Record session').click()
  await sees(panel, 'The patient knows of the recording.')
  expect(await opened.inWorker(() => chrome.action.getBadgeText({}))).toBe('')
  await aria(panel, 'button', 'The patient agrees').click()
  await sees(panel, 'word1.')
  await aria(panel, 'button', 'Consent withdrawn').click()
  await aria(panel, 'button', 'Erase the recording').click()
  await sees(panel, 'Ready to record')
  const person = await asPerson(stage.server.url)
  // The extension asks the server to delete the transcript only after the panel shows 'Ready to record', so poll. One
  // transcript remains: that of the previous test.
  const transcripts = async () => (await person.call(userEndpoints.listTranscripts, { query: {} })).items
  await expect.poll(transcripts, { timeout: patienceMs }).toHaveLength(1)
})

test('a member works in the directory of the policy without choosing it', async (context) => {
  if (!administrator) return context.skip('The policies of this machine cannot be written.')
  await govern(open)
  const { session } = await opened.inWorker(() =>
    chrome.storage.local.get<{ session: { accessToken: string } }>('session'),
  )
  const credential = { authorization: `Bearer ${session.accessToken}`, key: '' }
  const person = createClient({ baseUrl: () => stage.server.url, credential: () => credential })
  const { directoryId } = await person.call(directoryEndpoints.createDirectory, { body: { name: 'North Clinic' } })
  await person.call(directoryEndpoints.chooseDirectory, { body: { directoryId: null } })
  const chosen = async () =>
    (await person.call(directoryEndpoints.listDirectories, { query: {} })).items.filter((each) => each.chosen).length
  expect(await chosen()).toBe(0)
  await govern({ ...open, directoryId })
  await panel.close()
  await backToChart()
  panel = await opened.panel()
  await expect.poll(chosen, { timeout: patienceMs }).toBe(1)
  await sees(panel, 'Maya Okafor')
  // In a directory in which the person has no seat, nothing is read or recorded, and the panel says whom to ask.
  await govern({ ...open, directoryId: randomUUID() })
  await sees(panel, 'You have no seat here', enforcedMs)
  await sees(panel, 'Ask an administrator of the organisation to invite you.')
  expect(await shown(panel)).not.toContain('Maya Okafor')
  await govern({ ...open, directoryId })
  await backToChart()
  await sees(panel, 'Maya Okafor')
  await govern(open)
})

test('a page of another host is not read, and is read again when it is allowed', async (context) => {
  if (!administrator) return context.skip('The policies of this machine cannot be written.')
  await govern({ ...open, ehrHosts: ['ehr.example'] })
  await backToChart()
  await sees(panel, 'Your organisation does not allow Chartside on this page.')
  await govern(open)
  await backToChart()
  await sees(panel, 'Maya Okafor')
})

test('no request leaves for another server than that of the policy', async (context) => {
  if (!administrator) return context.skip('The policies of this machine cannot be written.')
  await govern({ ...open, serverUrl: 'https://chartside.example' })
  await sees(options, 'Server: https://chartside.example', enforcedMs)
  // The session belongs to the server that was used before, so it must not be used with the new server.
  await sees(panel, 'You are no longer signed in', enforcedMs)
  const answer = await opened.inWorker(() => chrome.storage.local.get('session'))
  expect(answer).toEqual({ session: null })
})

test('an invalid policy is reported and restricts, and without a policy everything is as before', async (context) => {
  if (!administrator) return context.skip('The policies of this machine cannot be written.')
  await govern({ captureSources: ['mic'] })
  await sees(options, 'The Chartside settings of your organisation contain errors', enforcedMs)
  await sees(options, 'What may be recorded: none', enforcedMs)
  await administrator.leave()
  await administrator.reload()
  await expect.poll(managed, { timeout: patienceMs }).toEqual({})
  await expect.poll(() => shown(options), { timeout: enforcedMs }).not.toContain('Set by your organisation')
  await sees(options, 'Check and save')
  await text(panel, 'Sign in').wait()
})
