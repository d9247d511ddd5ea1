import { expect, test } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { createMemoryJournalStore } from '../../../tests/fakes/journal-store.ts'
import type { Person } from '../../contracts/person.ts'
import { createJournal } from './journal.ts'
import type { Erasure } from './store.ts'

const ours = 'https://chartside.example'
const ana = { email: 'ana@clinic.example', userId: 'user-ana' }
const ben = { email: 'ben@clinic.example', userId: 'user-ben' }

/**
 * Creates the journals of two servers on one computer. Neither server returns a public key, as when there is no
 * network. So the journals store their keys only in this browser.
 */
function setUp() {
  const store = createMemoryJournalStore()
  const signedIn: { now: Person | null } = { now: ana }
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
  const keep = async (owner: string | null = ana.userId) => {
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
    expect([told, await store.erasures()]).toMatchObject([[], [{ id, owner: ana.userId }]])
  }
  signedIn.now = ana
  await journal.tellErasures()
  expect([told, await store.erasures()]).toMatchObject([[{ id, owner: ana.userId, words: true }], []])
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
    expect(told.splice(0)).toMatchObject([{ id, owner: ana.userId }])
  }
  await eventually(async () => expect(await journal.list()).toEqual([]))
})

test('a recording stays with its user after the email was changed, and nobody else gets it with the old email', async () => {
  const { signedIn, journal, keep } = setUp()
  const id = await keep()
  signedIn.now = { ...ana, email: 'ana.new@clinic.example' }
  expect(await journal.list()).toMatchObject([{ id, access: 'open', patient: { name: 'Ada Example' } }])
  signedIn.now = { ...ben, email: ana.email }
  expect(await journal.list()).toMatchObject([{ id, access: 'sign-in', patient: null }])
  await expect(journal.open(id)).rejects.toThrow('Sign in as the person who made this recording')
})

test('a recording of an earlier version, which names only the email of its owner, is opened by this person', async () => {
  const { signedIn, journal, keep } = setUp()
  const id = await keep(ana.email)
  for (const present of [ben, null]) {
    signedIn.now = present
    expect(await journal.list()).toMatchObject([{ id, access: 'sign-in' }])
  }
  signedIn.now = ana
  const { take, journal: opened } = await journal.open(id)
  expect(take.owner).toBe(ana.userId)
  await opened.close()
})

test('what was stored under the email stays with the person after the user id is known and the email has changed', async () => {
  const { store, signedIn, online, told, journal, keep } = setUp()
  const before = { email: ana.email }
  signedIn.now = before
  const waiting = await keep(ana.email)
  const erased = await keep(ana.email)
  online.now = false
  await journal.erase(erased)
  signedIn.now = ana
  await journal.list()
  expect(store.kept.get(waiting)?.owner).toBe(ana.userId)

  // Ben gets the email that Ana had, and Ana gets a new email. The recordings must stay with Ana's user id.
  signedIn.now = { ...ben, email: ana.email }
  online.now = true
  await journal.tellErasures()
  expect([told, (await journal.list())[0]?.access]).toEqual([[], 'sign-in'])
  signedIn.now = { ...ana, email: 'ana.new@clinic.example' }
  await journal.tellErasures()
  expect(told).toMatchObject([{ id: erased }])
  expect((await journal.list()).map(({ id, access }) => [id, access])).toEqual([[waiting, 'open']])
})
