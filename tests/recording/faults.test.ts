import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { build } from '../../scripts/build-extension.ts'
import { type RecordingServer, startRecordingServer } from '../fakes/recording-server.ts'
import { openStage, type Stage, takeOptions } from './stage.ts'

let extensionDir: string
let server: RecordingServer
let stage: Stage
beforeAll(async () => {
  extensionDir = await build('store')
})
beforeEach(async () => {
  server = await startRecordingServer()
  stage = await openStage({ extensionDir, server })
})
afterEach(async () => {
  await stage?.close()
  server?.close()
})

const until = async <Value>(what: string, ask: () => Promise<Value> | Value, patienceMs = 30_000) => {
  const end = performance.now() + patienceMs
  for (;;) {
    const value = await ask()
    if (value) return value
    if (performance.now() > end) throw new Error(`${what} did not come about`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const state = () => stage.ask('recording.state')
const take = () => {
  const [one] = [...server.takes.values()]
  if (!one) throw new Error('The server heard of no take')
  return one
}
const committed = (seconds: number) =>
  until(`${seconds} s committed`, () => [...server.takes.values()].some(({ frames }) => frames >= seconds * 16_000))
const recorded = (seconds: number) =>
  until(`${seconds} s recorded`, async () => (await state()).elapsedMs >= seconds * 1000)

/** Stops and checks that the server holds the whole take: every sample that was captured, once, in its place. */
async function finishWhole() {
  await stage.ask('recording.stop')
  const captured = await stage.captured()
  const { pcm, channels, frames, heardFrames, gaps, finished } = take()
  expect(finished).toBe(true)
  expect(gaps).toEqual([])
  expect(heardFrames).toBe(frames)
  expect(frames * channels).toBe(captured.length)
  expect(Buffer.compare(bytesOf(pcm.subarray(0, captured.length)), bytesOf(captured))).toBe(0)
}
const bytesOf = (pcm: Int16Array) => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)

test('the service worker dies and the connection with it: the take goes on, and nothing is missing', async () => {
  await stage.start()
  await committed(2)
  const worker = await (await stage.worker()).worker()
  await worker?.close()
  server.breakSockets()
  const ticketsBefore = server.state.tickets
  await until('another ticket', () => server.state.tickets > ticketsBefore)
  await committed(6)
  expect(await state()).toMatchObject({ phase: 'recording', connection: 'live', problem: null })
  await finishWhole()
})

test('the panel is closed and opened again: the take goes on and shows where it stands', async () => {
  await stage.start()
  await committed(1)
  const other = await stage.browser.newPage()
  await stage.page.close()
  await committed(4)
  await other.goto(`chrome-extension://${stage.extensionId}/welcome.html`)
  expect(await state()).toMatchObject({ phase: 'recording', patient: takeOptions.patient, connection: 'live' })
  await finishWhole()
})

test('a recorded tab that goes to another site is recorded on; one that is closed is told, and the microphone goes on', async () => {
  const { tab, tabId, otherOrigin, streamId } = await stage.openTab()
  await stage.start({ options: { ...takeOptions, tab: { tabId } }, streamId })
  await committed(2)
  expect((await state()).levels.tab).toBeGreaterThan(0)
  await tab.goto(otherOrigin)
  await committed(5)
  expect(await state()).toMatchObject({ phase: 'recording', problem: null })
  await tab.close()
  await until('the user is told', async () => (await state()).problem?.stage === 'tab')
  await committed(8)
  expect(await state()).toMatchObject({ phase: 'recording', levels: { tab: null } })
  await finishWhole()
})

test('the session ends mid-take: the take goes on, the user is told, and after signing in again nothing is missing', async () => {
  await stage.start()
  await committed(2)
  server.state.signedIn = false
  server.breakSockets()
  await until('the user is told', async () => (await state()).problem?.message === 'Sign in to record.', 5000)
  await recorded(6)
  server.state.signedIn = true
  await stage.signIn()
  await finishWhole()
})
