import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { WrappedRecordingKey } from '../../lib/contracts/recording-key.ts'
import { createJournal, type KeyHolder } from '../../lib/transcript/journal/index.ts'
import { createMemoryJournalStore } from '../fakes/journal-store.ts'
import { unwrapKey } from '../fakes/unwrap-key.ts'

const userId = '11111111-1111-4111-8111-111111111111'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
const holder: KeyHolder = { keyId: 'one', jwk: { kty: 'RSA', n, e }, userId }

/** One computer shared by two people. The offscreen page keeps running while they sign in and out. */
function workstation(keyHolder: KeyHolder | null) {
  const signedIn = { now: 'ana@clinic.example' as string | null }
  const journal = createJournal({
    store: createMemoryJournalStore(),
    serverUrl: 'https://chartside.example',
    account: async () => (signedIn.now === null ? null : { email: signedIn.now }),
    keyHolder: async () => keyHolder,
    unwrap: async (id: string, { wrapped }: WrappedRecordingKey) => unwrapKey(privateKey, { userId, id, wrapped }),
    forget: async () => null,
    estimate: async () => ({ usage: 1, quota: 100 }),
    locks: navigator.locks,
  })
  return { signedIn, journal }
}

async function anaRecords({ journal }: ReturnType<typeof workstation>): Promise<string> {
  const id = crypto.randomUUID()
  const take = await journal.begin({
    id,
    place: 'session',
    language: 'en',
    skipSave: false,
    channels: 1,
    patient: { name: 'Maya Okafor', identifier: 'MR-1' },
    owner: 'ana@clinic.example',
  })
  take.add({ atFrame: 0, pcm: new Int16Array(2048) })
  await take.settled()
  await take.close()
  return id
}

describe.each([
  ['a key that the server keeps', holder],
  ['a key that lies on this computer', null],
])('A recording with %s, at a shared workstation', (_, keyHolder) => {
  test('shows the next person neither patient nor sound, even if its owner has opened the list before', async () => {
    const desk = workstation(keyHolder)
    const id = await anaRecords(desk)
    expect(await desk.journal.list()).toMatchObject([{ id, access: 'open', patient: { name: 'Maya Okafor' } }])
    for (const person of ['ben@clinic.example', null]) {
      desk.signedIn.now = person
      expect(await desk.journal.list()).toMatchObject([{ id, access: 'sign-in', patient: null }])
      await expect(desk.journal.open(id)).rejects.toThrow('Sign in as the person who made this recording')
      await expect(desk.journal.erase(id)).rejects.toThrow('Sign in as the person who made this recording')
    }
    desk.signedIn.now = 'ana@clinic.example'
    expect(await desk.journal.list()).toMatchObject([{ id, access: 'open', patient: { name: 'Maya Okafor' } }])
  })
})
