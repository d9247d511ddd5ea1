import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { createMemoryJournalStore } from '../../../tests/fakes/journal-store.ts'
import { createJournal } from './journal.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Creates a journal that stores its keys in this browser. `asked` collects the erasures that the journal sends. */
function setUp() {
  const store = createMemoryJournalStore()
  const asked: { id: string; words: boolean }[] = []
  const estimate = vi.fn(async () => ({ usage: 85, quota: 100 }))
  const journal = createJournal({
    account: async () => null,
    store,
    serverUrl: 'https://chartside.example',
    keyHolder: async () => null,
    unwrap: async () => '',
    async forget({ id, words }) {
      asked.push({ id, words })
      return []
    },
    estimate,
    locks: navigator.locks,
  })
  const settings = { place: 'session', language: 'en', skipSave: false, channels: 1 } as const
  const take = { id: crypto.randomUUID(), ...settings, patient: null, owner: null }
  return { store, asked, estimate, journal, take }
}
const audio = { atFrame: 0, pcm: new Int16Array(2048) }

test.each(['close', 'keepRest', 'erase'] as const)(
  'after %s, a take reports, asks and stores nothing more',
  async (end) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { journal, take, store, estimate } = setUp()
    const kept = await journal.begin(take)
    await kept.add(audio)
    kept.acknowledge(1000)
    const told = vi.fn()
    kept.watch(told)
    if (end === 'close') await kept.close()
    else if (end === 'keepRest') await kept.keepRest([])
    else await kept.erase({ words: false })
    const before = [told.mock.calls.length, estimate.mock.calls.length]
    kept.acknowledge(2000)
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
    expect([told.mock.calls.length, estimate.mock.calls.length]).toEqual(before)
    expect(store.kept.get(take.id)?.acknowledgedFrame ?? 0).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('a recording without audio is deleted without a record of an erasure', async () => {
  const { journal, take, store, asked } = setUp()
  await (await journal.begin(take)).close()
  await eventually(async () => expect(await journal.list()).toEqual([]))
  expect([store.kept.size, await store.records(), asked]).toEqual([0, [], []])
})

test('erasing a recording that is no longer on this computer still erases its words on the server', async () => {
  const { journal, take, store, asked } = setUp()
  await journal.erase(take.id)
  await eventually(() => expect(asked).toEqual([{ id: take.id, words: true }]))
  expect(await store.records()).toEqual([])
})

test('a recording that is erased leaves a record, and can be erased only once it is not running', async () => {
  const { journal, take, store } = setUp()
  const kept = await journal.begin(take)
  await kept.add(audio)
  await expect(journal.erase(take.id)).rejects.toThrow('This recording is still running.')
  await kept.close()
  await journal.erase(take.id)
  expect(await store.records()).toMatchObject([{ id: take.id, words: true }])
})
