import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime, options, setUpTakes } from '../../tests/fakes/kept-takes.ts'
import { holdsWords } from './holds-words.ts'

const ana = 'ana@clinic.example'
const dictation = { ...options, place: 'dictation' as const, skipSave: true, account: ana, keepFor: ana }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Records a dictation of the signed-in user (`ana`) while the server is down, so that it stays on the disk. Then
 * simulates a new start of the browser with the same disk.
 */
async function keptDictation() {
  const stage = setUpTakes()
  stage.signedIn.now = ana
  const take = await stage.begin({ up: false, start: { options: dictation } })
  await stage.keep(take.id, 5)
  await inTime(take.recording.leave())
  stage.server.up = true
  return { ...stage.boot(), id: take.id, store: stage.store, server: stage.server }
}

test('the page that records holds words from the start of a dictation until a text box has claimed them', async () => {
  const { begin, keep } = setUpTakes()
  const { recording, recovery, id } = await begin({ start: { options: dictation } })
  expect(holdsWords(recording, [recovery])).toBe(true)
  await keep(id, 3)
  await recording.stop()
  expect([recording.state.phase, holdsWords(recording, [recovery])]).toEqual(['idle', true])
  await recording.claim(id)
  expect(holdsWords(recording, [recovery])).toBe(false)
})

test('the page holds words while a kept recording is being sent, and not after sending has failed', async () => {
  const { recording, recovery, id, server } = await keptDictation()
  server.up = false
  const sent = recovery.transcribe(id)
  expect(holdsWords(recording, [recovery])).toBe(true)
  await expect(sent).rejects.toThrow('could not be sent')
  expect(holdsWords(recording, [recovery])).toBe(false)
})

test('the words of a recovered dictation wait for its owner if nobody received the answer', async () => {
  const { recording, recovery, id, store } = await keptDictation()
  await recovery.transcribe(id, () => {}, null, 'window-1')
  expect(store.kept.has(id)).toBe(false)
  expect(recording.state.unclaimed).toEqual([
    { transactionId: id, turns: ['all of it'], keepFor: ana, box: 'window-1', patient: options.patient },
  ])
  expect(holdsWords(recording, [recovery])).toBe(true)
  expect(await recording.claim(id)).toEqual(['all of it'])
})

test('the words of a recovered session are not kept in memory, because the server stores them', async () => {
  const stage = setUpTakes()
  const take = await stage.strand(5)
  await stage.replace(take)
  stage.server.up = true
  const { recording, recovery } = stage.boot()
  await inTime(recovery.transcribe(take.id))
  expect(recording.state.unclaimed).toEqual([])
})
