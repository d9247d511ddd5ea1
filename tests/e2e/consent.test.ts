import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../../lib/api/index.ts'
import { directoryEndpoints, directorySettings } from '../../lib/contracts/index.ts'
import { aria } from '../../scripts/demo/panel.ts'
import { openRecordingStage, type PanelBrowser, type RecordingStage, wordsEverySecond } from './recording-stage.ts'
import { shown } from './shown.ts'

const patienceMs = 60_000
const script = wordsEverySecond()
const words = 'The patient has read the leaflet and agrees.'

let stage: RecordingStage
let opened: PanelBrowser
let panel: Page
let person: Client
let directoryId: string
beforeAll(async () => {
  stage = await openRecordingStage({ script })
  opened = await stage.openBrowser()
  panel = await opened.panel()
  // The calls are made in the panel's own session, because `createDirectory` makes the calling session act in the new
  // directory. So the panel acts in this directory too.
  const { session } = await opened.inWorker(() =>
    chrome.storage.local.get<{ session: { accessToken: string } }>('session'),
  )
  const credential = { authorization: `Bearer ${session.accessToken}`, key: '' }
  person = createClient({ baseUrl: () => stage.server.url, credential: () => credential })
  const made = await person.call(directoryEndpoints.createDirectory, { body: { name: 'North Clinic' } })
  directoryId = made.directoryId
})
afterAll(() => stage?.close())

const sees = (page: Page, what: string) => expect.poll(() => shown(page), { timeout: patienceMs }).toContain(what)
const requireConsent = () =>
  person.call(directoryEndpoints.updateDirectorySettings, {
    params: { directoryId },
    body: { ...directorySettings.parse({}), consent: { required: true, text: words, version: 4 } },
  })
const known = () => opened.inWorker(() => chrome.storage.local.get('known-directory'))
const listed = async () =>
  (await person.call(directoryEndpoints.listDirectoryConsents, { params: { directoryId }, query: {} })).items

test('a recording from before the consent was required is kept, and sent once the consent is confirmed', async () => {
  await aria(panel, 'button', 'Record session').click()
  await sees(panel, 'word1.')
  await opened.inWorker(() => chrome.offscreen.closeDocument())
  await requireConsent()
  await panel.close()
  panel = await opened.panel()
  await sees(panel, 'An unfinished recording')
  await expect
    .poll(known, { timeout: patienceMs })
    .toMatchObject({ 'known-directory': { consent: { required: true } } })
  await aria(panel, 'button', 'Transcribe').click()
  await sees(panel, words)
  expect(await listed()).toMatchObject([{ consent: null }])
  await aria(panel, 'button', 'The patient agrees').click()
  await expect.poll(listed, { timeout: patienceMs }).toMatchObject([{ consent: { textVersion: 4 } }])
  await expect.poll(() => shown(panel), { timeout: patienceMs }).not.toContain('An unfinished recording')
})

test('the panel asks before it records, and the server stores who confirmed which text', async () => {
  await aria(panel, 'button', 'Close').click()
  await aria(panel, 'button', 'Discard').click()
  await panel.locator('[role="dialog"] button ::-p-text(Discard)').click()
  await sees(panel, 'Ready to record')
  await aria(panel, 'button', 'Record session').click()
  await sees(panel, words)
  await aria(panel, 'button', 'The patient agrees').click()
  await sees(panel, 'word1.')
  const [newest, ...others] = await listed()
  expect(others).toHaveLength(0)
  expect(newest?.consent).toMatchObject({ textVersion: 4, by: expect.stringContaining('@') })
  await aria(panel, 'button', 'Consent withdrawn').click()
  await aria(panel, 'button', 'Erase the recording').click()
  await expect.poll(listed, { timeout: patienceMs }).toHaveLength(0)
})

test('a panel that does not know yet is refused with a sentence, and asks at the next click', async () => {
  // Remove the stored settings of the organisation, as if the server had not answered yet after a start.
  await opened.inWorker(() => chrome.storage.local.remove('known-directory'))
  const settings = directorySettings.parse({})
  await person.call(directoryEndpoints.updateDirectorySettings, { params: { directoryId }, body: settings })
  await panel.close()
  panel = await opened.panel()
  await expect.poll(known, { timeout: patienceMs }).toMatchObject({ 'known-directory': { consent: null } })
  await requireConsent()
  await aria(panel, 'button', 'Record session').click()
  await sees(panel, 'Your organisation allows recording only after the patient has agreed.')
  await sees(panel, 'Ready to record')
  await expect
    .poll(known, { timeout: patienceMs })
    .toMatchObject({ 'known-directory': { consent: { required: true } } })
  await aria(panel, 'button', 'Record session').click()
  await sees(panel, words)
})

test('somebody who works in no organisation is asked as well, with the same text', async () => {
  await aria(panel, 'button', 'Cancel').click()
  await person.call(directoryEndpoints.chooseDirectory, { body: { directoryId: null } })
  await panel.close()
  panel = await opened.panel()
  await sees(panel, 'Ready to record')
  await aria(panel, 'button', 'Record session').click()
  await sees(panel, words)
  await aria(panel, 'button', 'Cancel').click()
})

test('pages outside of the allowed hosts of the organisation are not read, and are again when the hosts allow them', async () => {
  const allow = (allowedHosts: string[]) =>
    person.call(directoryEndpoints.updateDirectorySettings, {
      params: { directoryId },
      body: { ...directorySettings.parse({}), allowedHosts },
    })
  await allow(['elsewhere.example'])
  await panel.close()
  panel = await opened.panel()
  await sees(panel, 'Page not allowed')
  await allow([])
  await panel.close()
  panel = await opened.panel()
  await sees(panel, 'Maya Okafor')
})
