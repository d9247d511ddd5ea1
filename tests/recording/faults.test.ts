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

test('the service worker dies and the connection with it: the take goes on, and nothing is missing', async () => {
  await stage.start()
  await take.committed(2)
  const worker = await (await stage.worker()).worker()
  await worker?.close()
  server.breakSockets()
  const ticketsBefore = server.state.tickets
  await until('another ticket', () => server.state.tickets > ticketsBefore)
  await take.committed(6)
  expect(await take.state()).toMatchObject({ phase: 'recording', connection: 'live', problems: {} })
  await take.finishWhole()
})

test('the panel is closed and reopened: the take goes on and shows its position', async () => {
  await stage.start()
  await take.committed(1)
  const other = await stage.browser.newPage()
  await stage.page.close()
  await take.committed(4)
  await other.goto(`chrome-extension://${stage.extensionId}/welcome.html`)
  expect(await take.state()).toMatchObject({ phase: 'recording', patient: takeOptions.patient, connection: 'live' })
  await take.finishWhole()
})

test('a recorded tab that navigates to another site is still recorded; if it is closed, the user is told and the microphone goes on', async () => {
  const { tab, tabId, otherOrigin, streamId } = await stage.openTab()
  await stage.start({ options: { ...takeOptions, tab: { tabId } }, streamId })
  await take.committed(2)
  expect((await take.state()).levels.tab).toBeGreaterThan(0)
  await tab.goto(otherOrigin)
  await take.committed(5)
  expect(await take.state()).toMatchObject({ phase: 'recording', problems: {} })
  await tab.close()
  await until('the user is told', async () => (await take.state()).problems.tab)
  await take.committed(8)
  expect(await take.state()).toMatchObject({ phase: 'recording', levels: { tab: null } })
  await take.finishWhole()
})

test('the session ends during a take: the take goes on, the user is told, and after signing in again nothing is missing', async () => {
  await stage.start()
  await take.committed(2)
  server.state.signedIn = false
  server.breakSockets()
  await until('the user is told', async () => (await take.state()).problems.transcription === 'Sign in to record.')
  await take.recorded(6)
  server.state.signedIn = true
  const ticketsBefore = server.state.tickets
  await stage.signIn()
  // Without the new sign-in, the client would try again only after half a minute.
  await until('another try', () => server.state.tickets > ticketsBefore, 20_000)
  await until('the words', async () => (await take.state()).connection === 'live')
  await take.finishWhole()
})
