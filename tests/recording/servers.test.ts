import { afterAll, beforeAll, expect, test } from 'vitest'
import { built } from '../../scripts/builds.ts'
import { type RecordingServer, startRecordingServer } from '../fakes/recording-server.ts'
import { follow, until } from './follow.ts'
import { openStage } from './stage.ts'

let extensionDir: string
let own: RecordingServer
let other: RecordingServer
beforeAll(async () => {
  extensionDir = await built('store')
  own = await startRecordingServer()
  other = await startRecordingServer()
})
afterAll(() => {
  own?.close()
  other?.close()
})

test('a recording stays with the server it started on, even if another server is asked for waiting recordings in the meantime', async () => {
  const stage = await openStage({ extensionDir, server: own })
  try {
    await stage.start()
    const take = follow(stage, own)
    await take.committed(1)
    const { transactionId } = await take.state()
    expect(await stage.ask('recovery.list', { serverUrl: other.url })).toEqual([])
    own.breakSockets()
    await take.committed(4)
    await take.finishWhole()
    await until('the erased key', () => own.erased.has(transactionId ?? '') || other.erased.has(transactionId ?? ''))
    expect([own.erased.has(transactionId ?? ''), other.erased.size, other.takes.size]).toEqual([true, 0, 0])
  } finally {
    await stage.close()
  }
})

test('if another server is set during a recording, no part of the recording and no session is sent to it', async () => {
  const stage = await openStage({ extensionDir, server: own })
  try {
    await stage.start()
    const take = follow(stage, own)
    await take.committed(1)
    const set = (serverUrl: string) =>
      stage.page.evaluate((settings) => chrome.storage.local.set({ settings }), { serverUrl })
    await set(other.url)
    own.breakSockets()
    await until('the user is told', async () =>
      (await take.state()).problems.transcription?.includes('belongs to the server'),
    )
    expect([other.state.tickets, other.takes.size]).toEqual([0, 0])
    await set(own.url)
    await stage.ask('recording.reconnect')
    await until('the words', async () => (await take.state()).connection === 'live')
    await stage.ask('recording.discard')
  } finally {
    await stage.close()
  }
})
