import { expect, test, vi } from 'vitest'
import { createMemoryJournalStore } from '../../../tests/fakes/journal-store.ts'
import { createJournal } from './journal.ts'
import type { Erasure } from './store.ts'

const ours = 'https://chartside.example'
const ana = 'ana@clinic.example'
const ben = 'ben@clinic.example'

/**
 * Creates the journals of two servers on one computer. Neither server returns a public key, as when there is no
 * network. So the journals store their keys only in this browser.
 */
function setUp() {
  const store = createMemoryJournalStore()
  const signedIn = { now: ana as string | null }
  const online = { now: true }
  const told: Erasure[] = []
  const journalAt = (serverUrl: string) =>
    createJournal({
      ...{ store, serverUrl, locks: navigator.locks, account: async () => signedIn.now },
      keyHolder: async () => null,
      unwrap: async () => '',
      estimate: async () => ({}),
      async forget(erasure) {
        if (!online.now) throw new Error('The server cannot be reached.')
        told.push(erasure)
        return []
      },
    })
  const journal = journalAt(ours)
  /** Stores a recording with one chunk. */
  const keep = async (owner: string | null = ana) => {
    const take = {
      id: crypto.randomUUID(),
      place: 'session' as const,
      language: 'en',
      skipSave: false,
      channels: 1 as const,
    }
    const kept = await journal.begin({ ...take, owner, patient: { name: 'Ada Example', identifier: 'MR-1' } })
    await kept.add({ atFrame: 0, pcm: new Int16Array(2048).fill(1) })
    await kept.close()
    return take.id
  }
  return { store, signedIn, online, told, journal, journalAt, keep }
}

test('the server is told of an erasure only as the account of the recording, because for others it does not exist', async () => {
  const { store, signedIn, online, told, journal, keep } = setUp()
  const id = await keep()
  online.now = false
  await journal.erase(id)
  online.now = true
  for (const other of [ben, null]) {
    signedIn.now = other
    await journal.tellErasures()
    expect([told, await store.erasures()]).toMatchObject([[], [{ id, owner: ana }]])
  }
  signedIn.now = ana
  await journal.tellErasures()
  expect([told, await store.erasures()]).toMatchObject([[{ id, owner: ana, words: true }], []])
})

test('an erasure that an earlier version has stored has no owner, and is told as the account that is signed in', async () => {
  const { store, signedIn, told, journal } = setUp()
  await store.remove('old', { id: 'old', words: true, serverUrl: ours }, null)
  signedIn.now = ben
  await journal.tellErasures()
  expect([told.map(({ id }) => id), await store.erasures()]).toEqual([['old'], []])
})

test('a recording whose key is only in this browser is not opened for another server', async () => {
  const { journal, journalAt, keep } = setUp()
  const id = await keep(null)
  const other = journalAt('https://other.example')
  expect(await other.list()).toMatchObject([{ id, access: 'other-server', patient: null }])
  await expect(other.open(id)).rejects.toThrow('This recording was made on another server.')
  expect(await journal.list()).toMatchObject([{ id, access: 'open', patient: { name: 'Ada Example' } }])
})

test('a recording that is older than the policy allows is erased whoever is signed in; its owner tells the server later', async () => {
  const { store, signedIn, told, journal, keep } = setUp()
  for (const present of [ben, null]) {
    const id = await keep()
    signedIn.now = present
    await expect(journal.erase(id)).rejects.toThrow('Sign in as the person who made this recording')
    await journal.expire(id)
    expect([store.kept.size, store.chunks.size, told]).toEqual([0, 0, []])
    expect(await store.records()).toContainEqual(expect.objectContaining({ id, told: null }))
    signedIn.now = ana
    await journal.tellErasures()
    expect(told.splice(0)).toMatchObject([{ id, owner: ana }])
  }
  await vi.waitFor(async () => expect(await journal.list()).toEqual([]))
})
