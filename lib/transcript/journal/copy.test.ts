import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMemoryJournalStore } from '../../../tests/fakes/journal-store.ts'
import { unwrapKey } from '../../../tests/fakes/unwrap-key.ts'
import type { Chunk } from '../timeline.ts'
import { bringBackRecording, copyRecording } from './copy.ts'
import { createJournal } from './journal.ts'

const userId = '11111111-1111-4111-8111-111111111111'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
const patient = { name: 'Ada Example', identifier: 'MR-1' }
const chunk = (atFrame: number): Chunk => ({ atFrame, pcm: Int16Array.from({ length: 2048 }, (_, at) => atFrame + at) })
const parts = 300

/** A browser profile with its own journal. Its extension may be removed, with everything that it stores. */
function profile(knowsServer = true) {
  const store = createMemoryJournalStore()
  const journal = createJournal({
    store,
    account: async () => ({ email: 'ada@clinic.example', userId }),
    serverUrl: 'https://chartside.example',
    keyHolder: async () => (knowsServer ? { keyId: 'one', jwk: { kty: 'RSA', n, e }, userId } : null),
    unwrap: async (id, { wrapped }) => unwrapKey(privateKey, { userId, id, wrapped }),
    forget: async () => null,
    estimate: async () => ({ usage: 1, quota: 100 }),
    locks: navigator.locks,
  })
  return { store, journal }
}

async function recorded({ journal, store }: ReturnType<typeof profile>) {
  const id = crypto.randomUUID()
  const kept = await journal.begin({
    ...{ id, place: 'session', language: 'en', skipSave: false, channels: 1, owner: userId, patient },
    consent: { at: '2026-11-30T09:00:00.000Z', textVersion: 2 },
  })
  await Promise.all(Array.from({ length: parts }, (_, at) => kept.add(chunk(at * 2048))))
  await store.acknowledge(id, 4096)
  await store.note(id, { finishedAt: 1_800_000_000_000 })
  await kept.close()
  return id
}

test('a copy brings a recording back after the extension was removed: every part, patient, consent and place', async () => {
  const first = profile()
  const id = await recorded(first)
  const copy = await copyRecording(first.store, id)
  expect(await first.journal.list()).toMatchObject([{ id, copiedAt: expect.any(String) }])

  const next = profile()
  expect(await bringBackRecording(next.store, copy)).toBe(1)
  expect(await next.journal.list()).toMatchObject([
    { id, access: 'open', patient, consented: true, finishedAt: new Date(1_800_000_000_000).toISOString() },
  ])
  const { take, journal } = await next.journal.open(id)
  expect(take).toMatchObject({ id, owner: userId, acknowledgedFrame: 4096, patient })
  expect(await journal.read(0, parts + 1)).toEqual(Array.from({ length: parts }, (_, at) => chunk(at * 2048)))
})

test('a copy shows neither the sound nor the patient', async () => {
  const first = profile()
  const copy = Buffer.from(await (await copyRecording(first.store, await recorded(first))).arrayBuffer())
  expect(copy.includes('Ada Example')).toBe(false)
  expect(copy.includes('identifier')).toBe(false)
  expect(copy.includes(Buffer.from(chunk(2048).pcm.buffer).subarray(0, 64))).toBe(false)
})

test('a copy that is cut off brings back the parts that it holds, and says how many', async () => {
  const first = profile()
  const copy = await copyRecording(first.store, await recorded(first))
  const next = profile()
  const share = await bringBackRecording(next.store, copy.slice(0, copy.size / 2))
  expect(share).toBeGreaterThan(0.4)
  expect(share).toBeLessThan(0.6)
  expect(await next.journal.list()).toMatchObject([{ durationMs: Math.round(share * parts) * 128, access: 'open' }])
})

test('a recording that is here, or that was erased here, is not overwritten by a copy', async () => {
  const first = profile()
  const id = await recorded(first)
  const copy = await copyRecording(first.store, id)
  await expect(bringBackRecording(first.store, copy)).rejects.toThrow('still on this computer')
  await first.journal.erase(id)
  await expect(bringBackRecording(first.store, copy)).rejects.toThrow('was erased on this computer')
  expect(await first.journal.list()).toEqual([])
})

test('a recording whose key is only in this browser is not copied', async () => {
  const first = profile(false)
  const id = await recorded(first)
  await expect(copyRecording(first.store, id)).rejects.toThrow('its key is only in this browser')
})

test('any other file, and a copy that somebody has changed, is refused or holds nothing that can be opened', async () => {
  const first = profile()
  const id = await recorded(first)
  const bytes = new Uint8Array(await (await copyRecording(first.store, id)).arrayBuffer())
  for (const file of [new Blob([]), new Blob(['a photo']), new Blob([bytes.slice(0, 25)]), new Blob([bytes.slice(5)])])
    await expect(bringBackRecording(profile().store, file)).rejects.toThrow('no copy of a recording')
  const changed = bytes.map((byte, at) => (at > bytes.length - 2000 ? byte ^ 1 : byte))
  const next = profile()
  await bringBackRecording(next.store, new Blob([changed]))
  const { journal } = await next.journal.open(id)
  const last = chunk((parts - 1) * 2048)
  expect(await journal.read(0, parts).catch(() => [])).not.toContainEqual(last)
})
