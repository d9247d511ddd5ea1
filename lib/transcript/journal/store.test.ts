import { openDB } from 'idb'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { disk, fakeIndexedDb } from '../../../tests/fakes/indexed-db.ts'
import {
  createJournalStore,
  type ErasureRecord,
  erasureRecordsMost,
  type KeptChunk,
  type KeptRecording,
} from './store.ts'

beforeEach(fakeIndexedDb)
afterAll(() => vi.unstubAllGlobals())

const recording = (id: string): KeptRecording => ({
  ...{ id, place: 'session', language: 'en', skipSave: false, channels: 1, startedAt: 5, acknowledgedFrame: 0 },
  key: { kind: 'local', key: {} as CryptoKey },
  sealedPatient: new Uint8Array([1]),
})
const chunk = (atFrame: number, frames = 2048): KeptChunk => ({
  atFrame,
  frames,
  sealed: new Uint8Array([atFrame % 7]),
})
const record = (id: string, at: number): ErasureRecord => ({
  ...{ id, at, serverUrl: 'https://chartside.example', key: 'local', words: true, told: null },
})

test('the audio of a recording comes back in order, from a frame on, without that of another recording', async () => {
  const store = createJournalStore()
  await store.write('b', [chunk(4096), chunk(0)])
  await store.write('b', [chunk(2048)])
  await store.write('a', [chunk(2048)])
  await store.write('c', [chunk(0, 10)])
  expect(await store.read('b', 0, 10)).toEqual([chunk(0), chunk(2048), chunk(4096)])
  expect(await store.read('b', 1, 1)).toEqual([chunk(2048)])
  expect(await store.places('b', 1, 10)).toEqual([2048, 4096])
  expect(await store.places('b', 0, 2)).toEqual([0, 2048])
  expect(await store.extent('b')).toEqual({ chunks: 3, endFrame: 4096 + 2048 })
  expect(await store.extent('c')).toEqual({ chunks: 1, endFrame: 10 })
  expect(await store.extent('other')).toEqual({ chunks: 0, endFrame: 0 })
})

test('of several chunks, all are written or none', async () => {
  const store = createJournalStore()
  disk.refuses = (key) => Array.isArray(key) && key[1] === 2048
  await expect(store.write('a', [chunk(0), chunk(2048)])).rejects.toThrow('The disk is full.')
  expect(await store.read('a', 0, 10)).toEqual([])
  disk.refuses = () => false
  await store.write('a', [chunk(0), chunk(2048)])
  expect(await store.places('a', 0, 10)).toEqual([0, 2048])
})

test('a recording keeps its data when its position or a part of it changes; a deleted one does not come back', async () => {
  const store = createJournalStore()
  await store.create(recording('a'))
  await store.acknowledge('a', 77)
  await store.note('a', { missing: [{ fromFrame: 1, endFrame: 2 }] })
  await store.note('a', { sent: true, againAs: 'other' })
  expect(await store.recordings()).toEqual([
    {
      ...recording('a'),
      acknowledgedFrame: 77,
      missing: [{ fromFrame: 1, endFrame: 2 }],
      sent: true,
      againAs: 'other',
    },
  ])
  await store.remove('a', null, null)
  await store.note('a', { sent: true })
  await store.acknowledge('a', 99)
  expect(await store.recordings()).toEqual([])
})

test('a recording that cannot be written is an error', async () => {
  const store = createJournalStore()
  disk.refuses = () => true
  await expect(store.create(recording('a'))).rejects.toThrow('The disk is full.')
  disk.refuses = () => false
  await store.create(recording('a'))
  disk.refuses = () => true
  await expect(store.note('a', { sent: true })).rejects.toThrow('The disk is full.')
  expect(await store.recordings()).toEqual([recording('a')])
})

test('removing a recording deletes its audio and stores what the server must be told, or changes nothing', async () => {
  const store = createJournalStore()
  await store.create(recording('a'))
  await store.create(recording('b'))
  await store.write('a', [chunk(0), chunk(2048)])
  await store.write('b', [chunk(0)])
  disk.refuses = (key) => key === 'a'
  await expect(store.remove('a', { id: 'a', words: true }, record('a', 1))).rejects.toThrow()
  expect([(await store.recordings()).length, (await store.extent('a')).chunks]).toEqual([2, 2])
  disk.refuses = () => false
  await store.remove('a', { id: 'a', words: true }, record('a', 1))
  expect((await store.recordings()).map(({ id }) => id)).toEqual(['b'])
  expect(await store.extent('a')).toEqual({ chunks: 0, endFrame: 0 })
  expect(await store.extent('b')).toEqual({ chunks: 1, endFrame: 2048 })
  expect(await store.erasures()).toEqual([{ id: 'a', words: true }])
  expect(await store.records()).toEqual([record('a', 1)])
  await store.remove('b', null, null)
  expect([await store.erasures(), await store.records()]).toEqual([[{ id: 'a', words: true }], [record('a', 1)]])
})

test('a confirmed erasure is told no more, and its record says when it was confirmed', async () => {
  const store = createJournalStore()
  const told = { at: 9, remains: [] }
  await store.remove('a', { id: 'a', words: true }, record('a', 1))
  await store.remove('b', { id: 'b', words: false }, null)
  await store.confirmErasure('a', told)
  expect(await store.erasures()).toEqual([{ id: 'b', words: false }])
  await store.confirmErasure('b', told)
  expect(await store.erasures()).toEqual([])
  expect(await store.records()).toEqual([{ ...record('a', 1), told }])
})

test('an owner is replaced in recordings and in erasures, and other owners stay', async () => {
  const store = createJournalStore()
  await store.create({ ...recording('a'), owner: 'ana@clinic.example' })
  await store.create({ ...recording('b'), owner: 'user-ben' })
  await store.remove('c', { id: 'c', words: true, owner: 'ana@clinic.example' }, null)
  await store.changeOwner('ana@clinic.example', 'user-ana')
  expect((await store.recordings()).map(({ id, owner }) => [id, owner])).toEqual([
    ['a', 'user-ana'],
    ['b', 'user-ben'],
  ])
  expect(await store.erasures()).toEqual([{ id: 'c', words: true, owner: 'user-ana' }])
})

test('the records are listed with the newest first, and only the oldest are forgotten', async () => {
  const store = createJournalStore()
  const most = erasureRecordsMost
  for (let at = 1; at <= most + 1; at++) await store.remove(`id ${(at * 7919) % 9973}`, null, record(`id ${at}`, at))
  const records = await store.records()
  expect(records.map(({ at }) => at)).toEqual(Array.from({ length: most }, (_, index) => most + 1 - index))
})

test('the disk is opened once, and again after it could not be opened or was closed by the browser', async () => {
  const store = createJournalStore()
  disk.failsToOpen = true
  await expect(store.recordings()).rejects.toThrow('The disk is away.')
  await store.create(recording('a'))
  await store.write('a', [chunk(0)])
  expect(disk.opened()).toBe(1)
  disk.terminate()
  expect(await store.recordings()).toEqual([recording('a')])
  expect(disk.opened()).toBe(2)
})

test('the recordings of the first version of the database are kept', async () => {
  const old = await openDB('chartside.journal', 1, {
    upgrade(database) {
      database.createObjectStore('recordings', { keyPath: 'id' })
      database.createObjectStore('chunks')
      database.createObjectStore('erasures', { keyPath: 'id' })
    },
  })
  await old.put('recordings', recording('a'))
  const store = createJournalStore()
  expect(await store.recordings()).toEqual([recording('a')])
  await store.remove('a', null, record('a', 1))
  expect(await store.records()).toEqual([record('a', 1)])
})

test('each name is a store of its own', async () => {
  await createJournalStore('one').create(recording('a'))
  expect(await createJournalStore('two').recordings()).toEqual([])
  expect(await createJournalStore('one').recordings()).toEqual([recording('a')])
})
