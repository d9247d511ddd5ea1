import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { built } from '../../scripts/builds.ts'
import { type RecordingServer, startRecordingServer } from '../fakes/recording-server.ts'
import { follow, until } from './follow.ts'
import { openStage, type Stage, takeOptions } from './stage.ts'

let extensionDir: string
let server: RecordingServer
let stage: Stage
let take: ReturnType<typeof follow>
beforeAll(async () => {
  extensionDir = await built('store')
})
beforeEach(async () => {
  server = await startRecordingServer()
  stage = await openStage({ extensionDir, server })
  take = follow(stage, server)
})
afterEach(async () => {
  await stage?.close()
  server?.close()
})

const dictation = { ...takeOptions, place: 'dictation' as const, skipSave: true }

test('the panel is closed while the microphone is being switched: the other one takes over, and nothing is missing', async () => {
  await stage.start()
  await take.committed(1)
  const before = (await take.state()).microphone
  const other = await stage.browser.newPage()
  await other.goto(`chrome-extension://${stage.extensionId}/welcome.html`)
  const chosen = await stage.page.evaluate(async (present) => {
    const inputs = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'audioinput')
    const next = inputs.find(({ deviceId, label }) => deviceId !== 'default' && label !== present)
    if (!next) throw new Error('There is no other microphone.')
    void chrome.runtime.sendMessage({
      id: 1,
      timestamp: Date.now(),
      type: 'recording.microphone',
      data: { microphoneId: next.deviceId },
    })
    return { id: next.deviceId, label: next.label }
  }, before?.label)
  await stage.page.close()
  await until('the other microphone', async () => (await take.state()).microphone?.id === chosen.id)
  await take.committed(4)
  expect(await take.state()).toMatchObject({
    phase: 'recording',
    microphone: { ...chosen, fallback: false },
    problems: {},
  })
  await take.finishWhole()
})

test('a dictation whose window is closed for good has no owner, so that another panel can finish it', async () => {
  const worker = await (await stage.worker()).worker()
  const windowId = await worker?.evaluate(async () => (await chrome.windows.create({ url: 'about:blank' }))?.id)
  const box = `window-${windowId}`
  await stage.start({ options: { ...dictation, survivesUnmount: true, box } })
  await take.recorded(1)
  expect(await take.state()).toMatchObject({ phase: 'recording', box })
  await worker?.evaluate((id) => chrome.windows.remove(id ?? 0), windowId)
  await until('its release', async () => (await take.state()).box === null)
  expect(await take.state()).toMatchObject({ phase: 'recording', box: null })
})

test('a dictation into a dialog whose tab is closed is given up: the microphone is released, and no audio is kept', async () => {
  const tab = await stage.browser.newPage()
  await tab.goto(`chrome-extension://${stage.extensionId}/welcome.html`)
  await tab.evaluate(() => void navigator.locks.request('page-of-the-dialog', () => new Promise(() => {})))
  await stage.start({ options: { ...dictation, survivesUnmount: false, box: 'page-of-the-dialog' } })
  await take.recorded(1)
  await tab.close()
  await until('its end', async () => (await take.state()).phase === 'idle')
  expect(await take.state()).toMatchObject({ phase: 'idle', transactionId: null, unclaimed: [] })
  expect(await stage.ask('recovery.list', { serverUrl: server.url })).toEqual([])
})
