import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../lib/api/client.ts'
import { publicEndpoints } from '../../lib/contracts/index.ts'
import { aria, signIn, text } from '../../scripts/demo/panel.ts'
import { demoUser } from '../../server/services/demo-user.ts'
import { openRecordingStage, type PanelBrowser, type RecordingStage, wordsEverySecond } from './recording-stage.ts'

const script = wordsEverySecond()
const colleague = { email: 'ben@clinic.example', password: 'a long sentence of his' }

let stage: RecordingStage
let opened: PanelBrowser
let panel: Page
beforeAll(async () => {
  stage = await openRecordingStage({ script })
  const device = 'test'
  const anybody = createClient({ baseUrl: () => stage.server.url, credential: () => 'none' })
  await anybody.call(publicEndpoints.register, { body: { ...colleague, device } })
  opened = await stage.openBrowser()
  panel = await opened.panel()
})
afterAll(async () => {
  await stage?.close()
})

const shown = () => panel.evaluate(() => document.body.textContent)
/** Ends the session, as the extension does when the server says that it is over. */
const endSession = () => opened.inWorker(() => chrome.storage.local.set({ session: null }))

async function enter(person: { email: string; password: string }): Promise<void> {
  await text(panel, 'Sign in').wait()
  await signIn(panel, person)
}

test('after signing in again, the owner of a recording continues it, even if the email is typed differently', async () => {
  await panel.locator('label ::-p-text(In the room)').click()
  await aria(panel, 'button', 'Record session').click()
  await text(panel, 'word2.').wait()
  await endSession()
  await enter({ ...demoUser, email: demoUser.email.toUpperCase() })
  await aria(panel, 'button', 'Finish').wait()
  expect(await shown()).toContain('word2.')
})

test('another person who signs in sees none of its words and can stop it; later the owner finds it waiting', async () => {
  await endSession()
  await enter(colleague)
  await text(panel, 'Another person’s recording is running').wait()
  expect(await shown()).not.toMatch(/word\d|Maya/)
  await aria(panel, 'button', 'Stop and keep the recording').click()
  await text(panel, 'Only the person who made this recording can open it').wait()
  expect(await shown()).not.toMatch(/word\d/)

  await endSession()
  await enter(demoUser)
  await aria(panel, 'button', 'Transcribe').wait()
  // The extension has decrypted the key of the recording for the owner. It must not use this key for another person who
  // signs in later.
  await endSession()
  await enter(colleague)
  await text(panel, 'Only the person who made this recording can open it').wait()
  const buttons = await panel.$$eval('button', (all) => all.map(({ textContent }) => textContent.trim()))
  expect(buttons).not.toEqual(expect.arrayContaining(['Erase']))
  expect(buttons).not.toEqual(expect.arrayContaining(['Transcribe']))

  await endSession()
  await enter(demoUser)
  await aria(panel, 'button', 'Transcribe').click()
  await text(panel, 'Choose a template').wait()
})
