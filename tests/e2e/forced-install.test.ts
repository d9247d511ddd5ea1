import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JobResult, playJob } from '../../scripts/demo/job.ts'
import { root } from '../../scripts/set-up.mjs'
import { demoUser } from '../../server/services/demo-user.ts'
import { eventually } from '../eventually.ts'
import { type ForcedStage, openForcedStage } from './forced-stage.ts'

const patienceMs = 90_000

let stage: ForcedStage | null
let result: JobResult | null = null
/** The result of `updateNow` during a recording. */
let during: { found: string; version: string | null; badge: string } | null = null

/**
 * Publishes the version 1.0.1 for the group of this browser and those before it, and asks for updates, as the browser itself does every few hours. Returns the result of
 * the request, the version that is installed after it, and the text of the badge on the toolbar button.
 */
async function updateNow({ publish, inWorker, version }: ForcedStage) {
  await publish('1.0.1', 10)
  const { status } = await inWorker(() => chrome.runtime.requestUpdateCheck())
  return { found: status, version: await version(), badge: await inWorker(() => chrome.action.getBadgeText({})) }
}

/** Asks the service worker to install the waiting version, as the offscreen page does while nothing is recorded. */
async function askToInstall({ demo }: ForcedStage): Promise<void> {
  const target = await demo.browser.waitForTarget((each) => each.url().includes('/offscreen.html'))
  const page = await target.asPage()
  await page.evaluate(() => chrome.runtime.sendMessage({ id: 1, type: 'update.install', timestamp: Date.now() }))
}

/** Closes every page of the extension that a person sees. */
async function closePages({ demo }: ForcedStage): Promise<void> {
  for (const target of demo.browser.targets())
    if (target.url().startsWith(`chrome-extension://${demo.extensionId}/`) && /sidepanel|welcome/.test(target.url()))
      await (await target.asPage()).close()
}

beforeAll(async () => {
  stage = await openForcedStage()
  if (stage === null) return
  const opened = stage
  await eventually(async () => expect(await opened.version()).toBe('1.0.0'), { timeout: patienceMs, interval: 500 })
  // In a new profile, the browser reports an empty policy for some seconds.
  const managed = () => opened.inWorker(() => chrome.storage.managed.get())
  await eventually(async () => expect(await managed()).not.toEqual({}), { timeout: patienceMs, interval: 500 })
  let update: Promise<void> | null = null
  result = await playJob({
    demo: opened.demo,
    person: demoUser,
    pictures: join(root, '.output/forced'),
    say(line) {
      console.log(line)
      if (line.startsWith('✓ Both sides are heard'))
        update = updateNow(opened).then((told) => {
          during = told
        })
    },
  })
  await update
}, 600_000)

afterAll(async () => {
  await stage?.close()
})

test('a browser with the policy installs the extension from the server by itself, with its settings', async (context) => {
  if (stage === null) return context.skip('The policies of this machine cannot be written.')
  const { demo, server, inWorker } = stage
  expect(await inWorker(() => chrome.storage.managed.get())).toMatchObject({ serverUrl: server.url })
  expect(await inWorker(() => chrome.runtime.id)).toBe(demo.extensionId)
  expect(await inWorker(() => chrome.action.getUserSettings())).toMatchObject({ isOnToolbar: true })
})

test('it does the main job: microphone and tab are recorded as the policy grants, the form is filled and read back', async (context) => {
  if (stage === null || result === null) return context.skip('The policies of this machine cannot be written.')
  for (const speaker of ['Speaker 0: ', 'Speaker 1: '])
    expect(result.turns.filter((turn) => turn.startsWith(speaker)).length).toBeGreaterThan(3)
  expect(result.planned).toBeGreaterThanOrEqual(8)
  expect(result.readBack).toBe(result.planned)
  expect(result.presses).toEqual([])
})

test('a new version that arrives during a recording waits, also while the panel is open', async (context) => {
  if (stage === null) return context.skip('The policies of this machine cannot be written.')
  expect(during).toMatchObject({ found: 'update_available', version: '1.0.0', badge: 'REC' })
  await askToInstall(stage)
  expect(await stage.version()).toBe('1.0.0')
})

test('it also waits while text is typed that only the memory holds, and is installed when that is gone', async (context) => {
  if (stage === null) return context.skip('The policies of this machine cannot be written.')
  const { demo, version, inWorker } = stage
  // The open panel would overwrite the stored draft with its own text, so close the panel first. Meanwhile, the open
  // settings page prevents the installation of the new version.
  const options = await demo.browser.newPage()
  await options.goto(`chrome-extension://${demo.extensionId}/options.html`)
  await closePages(stage)
  await inWorker(() => chrome.storage.session.set({ draft: 'Words of a patient' }))
  await options.close()
  await askToInstall(stage)
  expect(await version()).toBe('1.0.0')
  expect(await inWorker(() => chrome.storage.session.get('draft'))).toEqual({ draft: 'Words of a patient' })
  await inWorker(() => chrome.storage.session.remove('draft'))
  await expect.poll(() => version(), { timeout: patienceMs }).toBe('1.0.1')
})

test('the extension is removed when the policy is taken away', async (context) => {
  if (stage === null) return context.skip('The policies of this machine cannot be written.')
  const { demo, version, withdraw } = stage
  expect(await version()).toBe('1.0.1')
  await withdraw()
  await expect.poll(version, { timeout: patienceMs }).toBe(null)
  const page = await demo.browser.newPage()
  await expect(page.goto(`chrome-extension://${demo.extensionId}/welcome.html`)).rejects.toThrow('ERR_')
})
