import { generateKeyPairSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { createMemoryJournalStore } from '../../../tests/fakes/journal-store.ts'
import { unwrapKey } from '../../../tests/fakes/unwrap-key.ts'
import type { Person } from '../../contracts/person.ts'
import type { WrappedRecordingKey } from '../../contracts/recording-key.ts'
import type { Chunk } from '../timeline.ts'
import type { KeyHolder } from './cipher.ts'
import { createJournal, JournalLocked } from './journal.ts'

const userId = '11111111-1111-4111-8111-111111111111'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
const holder: KeyHolder = { keyId: 'one', jwk: { kty: 'RSA', n, e }, userId }

/** Creates a fake server. It unwraps the key of a recording for the owner of the key, until the key is erased. */
function serverKeys() {
  const erased = new Map<string, boolean>()
  const reachable = { now: true }
  return {
    serverUrl: 'https://chartside.example',
    erased,
    reachable,
    async unwrap(id: string, { wrapped }: WrappedRecordingKey) {
      if (!reachable.now) throw new JournalLocked('offline')
      if (erased.has(id)) throw new JournalLocked('erased')
      return unwrapKey(privateKey, { userId, id, wrapped })
    },
    async forget({ id, words }: { id: string; words: boolean }) {
      if (!reachable.now) throw new Error('The server cannot be reached.')
      erased.set(id, words)
      return [{ what: 'mark' as const, until: null }]
    },
  }
}

interface SetUpOptions {
  holder?: KeyHolder | null
  store?: ReturnType<typeof createMemoryJournalStore>
  account?: () => Promise<Person | null>
  estimate?: () => Promise<StorageEstimate>
}

function setUp(options: SetUpOptions = {}) {
  const store = options.store ?? createMemoryJournalStore()
  const server = serverKeys()
  const journal = createJournal({
    account: options.account ?? (async () => null),
    store,
    serverUrl: server.serverUrl,
    keyHolder: async () => (options.holder === undefined ? holder : options.holder),
    unwrap: server.unwrap,
    forget: server.forget,
    estimate: options.estimate ?? (async () => ({ usage: 85, quota: 100 })),
    locks: navigator.locks,
  })
  return { store, server, journal }
}
const newTake = () => ({
  id: crypto.randomUUID(),
  place: 'session' as const,
  language: 'en',
  skipSave: false,
  channels: 1 as const,
  patient: { name: 'Ada Example', identifier: 'MR-1', birthDate: '1950-03-02', chartKey: '310' },
  owner: null,
})
const chunk = (atFrame: number): Chunk => ({ atFrame, pcm: Int16Array.from({ length: 2048 }, (_, i) => atFrame + i) })

test('stored audio can be read back, and its bytes reveal neither the sound nor the patient', async () => {
  const { journal, store } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  expect(await Promise.all([kept.add(chunk(0)), kept.add(chunk(2048))])).toEqual([true, true])
  expect(await kept.read(0, 10)).toEqual([chunk(0), chunk(2048)])
  expect(await kept.read(1, 10)).toEqual([chunk(2048)])
  const [first] = store.chunks.get(take.id) ?? []
  expect(Buffer.from(first?.sealed ?? []).includes(Buffer.from(chunk(0).pcm.buffer).subarray(0, 64))).toBe(false)
  expect(Buffer.from(store.kept.get(take.id)?.sealedPatient ?? []).toString('latin1')).not.toContain('Ada')
  await kept.close()
})

test('a recording is offered once no page uses it, with its patient and its length', async () => {
  const { journal } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  expect(await journal.list()).toEqual([])
  await kept.close()
  await eventually(async () =>
    expect(await journal.list()).toMatchObject([
      { id: take.id, durationMs: 128, patient: take.patient, access: 'open', place: 'session' },
    ]),
  )
  const opened = await journal.open(take.id)
  expect(await opened.journal.read(0, 10)).toEqual([chunk(0)])
  await expect(journal.open(take.id)).rejects.toThrow(
    'This recording is already open in another Chartside window. Close that window first.',
  )
  await opened.journal.close()
})

test('without the server a wrapped recording is listed but cannot be opened', async () => {
  const { journal, server, store } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.close()
  server.reachable.now = false
  const later = setUp({ store }).journal
  expect(await later.list()).toMatchObject([{ access: 'open' }])
  const shut = createJournal({
    store,
    account: async () => null,
    keyHolder: async () => null,
    ...server,
    estimate: async () => ({}),
  })
  expect(await shut.list()).toMatchObject([{ id: take.id, patient: null, access: 'offline' }])
  await expect(shut.open(take.id)).rejects.toThrow('The server cannot be reached.')
})

test('after an erasure the remains on the disk cannot be opened, even with all data of the disk and the server', async () => {
  const { journal, server, store } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.close()
  const remains = structuredClone({ recording: store.kept.get(take.id), chunks: store.chunks.get(take.id) })
  await journal.erase(take.id)
  await eventually(() => expect(server.erased.get(take.id)).toBe(true))
  expect(await journal.list()).toEqual([])
  await eventually(async () =>
    expect(await store.records()).toMatchObject([
      { id: take.id, key: 'wrapped', words: true, told: { remains: [{ what: 'mark', until: null }] } },
    ]),
  )

  const found = createMemoryJournalStore()
  if (remains.recording) await found.create(remains.recording)
  await found.write(take.id, remains.chunks ?? [])
  const after = createJournal({
    store: found,
    account: async () => null,
    keyHolder: async () => holder,
    ...server,
    estimate: async () => ({}),
  })
  expect(await after.list()).toMatchObject([{ id: take.id, access: 'erased', patient: null }])
  await expect(after.open(take.id)).rejects.toThrow('This recording was erased')
})

test('a recording whose patient cannot be read is offered without one, so that its audio is not lost', async () => {
  const { journal, store } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.close()
  store.kept.get(take.id)?.sealedPatient.fill(0, 4, 8)
  await eventually(async () => expect(await journal.list()).toMatchObject([{ access: 'open', patient: null }]))
  const opened = await journal.open(take.id)
  expect(opened.take.patient).toBeNull()
  expect(await opened.journal.read(0, 10)).toEqual([chunk(0)])
  await opened.journal.close()
})

test('an erasure that could not reach the server is sent later', async () => {
  const { journal, server, store } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  server.reachable.now = false
  await kept.erase({ words: false })
  expect(await store.erasures()).toMatchObject([{ id: take.id, words: false }])
  server.reachable.now = true
  await journal.tellErasures()
  expect(server.erased.get(take.id)).toBe(false)
  expect(await store.erasures()).toEqual([])
})

test('an erasure is sent to the server of the recording; the answer of another server does not count', async () => {
  const { journal, server, store } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.close()
  const other = serverKeys()
  const elsewhere = createJournal({
    account: async () => null,
    ...{ store, keyHolder: async () => null, estimate: async () => ({}), locks: navigator.locks },
    ...other,
    serverUrl: 'https://other.example',
  })
  await elsewhere.erase(take.id)
  await elsewhere.tellErasures()
  expect([other.erased.size, (await store.erasures()).length]).toEqual([0, 1])
  await journal.tellErasures()
  expect([server.erased.has(take.id), await store.erasures()]).toEqual([true, []])
})

test('without a signed-in person the key is local, works without a server, and is reported as weak', async () => {
  const { journal, server } = setUp({ holder: null })
  server.reachable.now = false
  const take = newTake()
  const kept = await journal.begin(take)
  const told = vi.fn()
  kept.watch(told)
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'weak' }))
  await kept.add(chunk(0))
  await kept.close()
  await eventually(async () => expect(await journal.list()).toMatchObject([{ access: 'open', patient: take.patient }]))
})

test('if the server’s key does not arrive within 2 s, the recording is stored with a local key', async () => {
  const due: (() => void)[] = []
  const journal = createJournal({
    account: async () => null,
    store: createMemoryJournalStore(),
    serverUrl: 'https://chartside.example',
    keyHolder: () => new Promise(() => {}),
    unwrap: async () => '',
    forget: async () => null,
    estimate: async () => ({}),
    locks: navigator.locks,
    clock: {
      now: () => 0,
      after(ms, callback) {
        if (ms === 2000) due.push(callback)
        return () => {}
      },
    },
  })
  const begun = journal.begin(newTake())
  for (const callback of due) callback()
  const kept = await begun
  const told = vi.fn()
  kept.watch(told)
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'weak' }))
  await kept.close()
})

test('a failing disk is reported and delays nothing; its recovery is reported too', async () => {
  const { journal, store } = setUp()
  const kept = await journal.begin(newTake())
  const states: string[] = []
  kept.watch(({ state }) => states.at(-1) !== state && states.push(state))
  store.failing = true
  expect(await kept.add(chunk(0))).toBe(false)
  store.failing = false
  expect(await kept.add(chunk(2048))).toBe(true)
  expect(states).toEqual(['ok', 'failed', 'ok'])
  await kept.close()
})

test('a hanging disk delays nothing for longer than a second', async () => {
  const { journal, store } = setUp()
  const kept = await journal.begin(newTake())
  const hanging = Promise.withResolvers<void>()
  store.write = () => hanging.promise
  vi.useFakeTimers()
  try {
    const answers = Promise.all([kept.add(chunk(0)), kept.add(chunk(2048))])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await answers).toEqual([false, false])
  } finally {
    vi.useRealTimers()
    hanging.resolve()
    await kept.close()
  }
})

test('the used share of the storage quota is reported', async () => {
  const { journal } = setUp()
  const kept = await journal.begin(newTake())
  const told = vi.fn()
  kept.watch(told)
  await eventually(() => expect(told).toHaveBeenLastCalledWith({ state: 'ok', usedShare: 0.85 }))
  await kept.close()
})

test('after its end, a take reports nothing and asks no more for the used share of the storage', async () => {
  vi.useFakeTimers()
  try {
    const estimate = vi.fn(async () => ({ usage: 85, quota: 100 }))
    const { journal } = setUp({ estimate })
    const kept = await journal.begin(newTake())
    const onHealth = vi.fn()
    kept.watch(onHealth)
    await kept.close()
    await vi.advanceTimersByTimeAsync(1)
    const before = [onHealth.mock.calls.length, estimate.mock.calls.length]
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
    expect([onHealth.mock.calls.length, estimate.mock.calls.length]).toEqual(before)
  } finally {
    vi.useRealTimers()
  }
})

test('bytes that were changed, or moved to another position, are rejected', async () => {
  const { journal, store } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  const [first] = store.chunks.get(take.id) ?? []
  if (!first) throw new Error('nothing was kept')
  store.chunks.set(take.id, [{ ...first, atFrame: 2048 }])
  await expect(kept.read(0, 10)).rejects.toThrow()
  await kept.close()
})

test('a recording that crashed before its first audio is not offered', async () => {
  const { journal, store } = setUp()
  const kept = await journal.begin(newTake())
  await kept.close()
  await eventually(async () => expect(await journal.list()).toEqual([]))
  expect(store.kept.size).toBe(0)
})

test('a browser that does not tell its quota counts as having space', async () => {
  const { journal } = setUp({ estimate: async () => ({ usage: 0, quota: 0 }) })
  const kept = await journal.begin(newTake())
  const told = vi.fn()
  kept.watch(told)
  await new Promise(setImmediate)
  expect(told.mock.calls).toEqual([[{ state: 'ok', usedShare: 0 }]])
  await kept.close()
})

test('the used share is asked for every 30 s, and told only when it changes by a whole percent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const shares = [0.5, 0.501, 0.52]
    const estimate = vi.fn(async () => ({ usage: (shares.shift() ?? 0.52) * 1000, quota: 1000 }))
    const { journal } = setUp({ estimate })
    const kept = await journal.begin(newTake())
    const told: number[] = []
    kept.watch(({ usedShare }) => told.push(usedShare))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(estimate).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(60_001)
    expect([estimate.mock.calls.length, new Set(told)]).toEqual([4, new Set([0, 0.5, 0.52])])
    await kept.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('the server is asked for the key of a recording once, not for each list', async () => {
  const { store, journal } = setUp()
  const kept = await journal.begin(newTake())
  await kept.add(chunk(0))
  await kept.close()
  const { journal: later, server } = setUp({ store })
  await eventually(async () => expect(await later.list()).toMatchObject([{ access: 'open' }]))
  server.reachable.now = false
  expect(await later.list()).toMatchObject([{ access: 'open' }])
})

test('the keys of one person open nothing for the next, even if the next signs in while the server is asked', async () => {
  const signedIn = { now: 'ana' }
  const { store, server, journal } = setUp({ account: async () => ({ email: signedIn.now }) })
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.close()
  await eventually(async () => expect(await journal.list()).toMatchObject([{ access: 'open' }]))
  signedIn.now = 'ben'
  server.reachable.now = false
  expect(await journal.list()).toMatchObject([{ access: 'offline', patient: null }])

  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const unwrap = server.unwrap.bind(server)
  let isFirst = true
  const slow = createJournal({
    ...{ store, serverUrl: server.serverUrl, forget: server.forget, locks: navigator.locks },
    account: async () => ({ email: signedIn.now }),
    keyHolder: async () => holder,
    estimate: async () => ({}),
    async unwrap(id, wrapped) {
      if (!isFirst) throw new JournalLocked('sign-in')
      isFirst = false
      asked.resolve()
      await answered.promise
      return unwrap(id, wrapped)
    },
  })
  server.reachable.now = true
  signedIn.now = 'ana'
  const first = slow.list()
  await asked.promise
  signedIn.now = 'ben'
  expect(await slow.list()).toMatchObject([{ access: 'sign-in' }])
  answered.resolve()
  await first
  expect(await slow.list()).toMatchObject([{ access: 'sign-in', patient: null }])
})

test('a recording of one account is listed for others without its patient, and they can neither open nor erase it', async () => {
  const signedIn = { now: 'ana' as string | null }
  const { journal, store } = setUp({
    holder: null,
    account: async () => (signedIn.now === null ? null : { email: signedIn.now }),
  })
  const take = { ...newTake(), owner: 'ana' }
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.close()
  for (const other of ['ben', null]) {
    signedIn.now = other
    await eventually(async () => expect(await journal.list()).toMatchObject([{ access: 'sign-in', patient: null }]))
    await expect(journal.open(take.id)).rejects.toThrow('Sign in as the person who made this recording')
    await expect(journal.erase(take.id)).rejects.toThrow('Sign in as the person who made this recording')
  }
  signedIn.now = 'ana'
  expect(await journal.list()).toMatchObject([{ access: 'open', patient: take.patient }])
  await journal.erase(take.id)
  expect(store.kept.size).toBe(0)
})

test('the recordings are listed with the oldest first', async () => {
  const { journal, store } = setUp()
  const takes = [newTake(), newTake(), newTake()]
  for (const take of takes) {
    const kept = await journal.begin(take)
    await kept.add(chunk(0))
    await kept.close()
  }
  for (const [at, { id }] of takes.entries()) {
    const kept = store.kept.get(id)
    if (kept) kept.startedAt = [2000, 3000, 1000][at] ?? 0
  }
  const [first, second, third] = takes.map(({ id }) => id)
  await eventually(async () => expect((await journal.list()).map(({ id }) => id)).toEqual([third, first, second]))
})

test('a recording that cannot be begun, opened, kept or erased leaves no lock behind', async () => {
  const { journal, store } = setUp()
  const take = newTake()
  const isFree = async () => {
    const { held = [] } = await navigator.locks.query()
    return held.every(({ name }) => !name?.includes(take.id))
  }
  store.failing = true
  await expect(journal.begin(take)).rejects.toThrow('The disk is full.')
  expect(await isFree()).toBe(true)
  await expect(journal.open(take.id)).rejects.toThrow('This recording was already sent or erased')
  expect(await isFree()).toBe(true)

  store.failing = false
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  expect(await isFree()).toBe(false)
  await expect(journal.begin(take)).rejects.toThrow('This recording is already open in another Chartside window.')
  await expect(journal.erase(take.id)).rejects.toThrow('This recording is still running. Finish it first.')
  const broken = async () => {
    throw new Error('The disk is gone.')
  }
  const { note, remove } = store
  store.note = broken
  await expect(kept.keepRest([])).rejects.toThrow('The disk is gone.')
  expect(await isFree()).toBe(true)
  store.note = note
  const { journal: opened } = await journal.open(take.id)
  store.remove = broken
  await expect(opened.erase({ words: true })).rejects.toThrow('The disk is gone.')
  expect(await isFree()).toBe(true)
  await expect(journal.erase(take.id)).rejects.toThrow('The disk is gone.')
  expect(await isFree()).toBe(true)
  store.remove = remove
  await journal.erase(take.id)
  expect([await isFree(), store.kept.size]).toEqual([true, 0])
})

test('the position of the server is stored every 10 s, only forward, and not after the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { journal, store } = setUp()
    const acknowledge = vi.spyOn(store, 'acknowledge')
    const kept = await journal.begin(newTake())
    const stored = () => acknowledge.mock.calls.map(([, frame]) => frame)
    kept.acknowledge(0)
    kept.acknowledge(100)
    await vi.advanceTimersByTimeAsync(9999)
    kept.acknowledge(300)
    kept.acknowledge(200)
    expect(stored()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(stored()).toEqual([300])
    kept.acknowledge(300)
    await vi.advanceTimersByTimeAsync(10_000)
    kept.acknowledge(400)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(stored()).toEqual([300, 400])
    kept.acknowledge(500)
    await kept.close()
    kept.acknowledge(600)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([stored(), vi.getTimerCount()]).toEqual([[300, 400], 0])
  } finally {
    vi.useRealTimers()
  }
})

test('what an erasure asks of the server, and what its record says, fits the recording', async () => {
  for (const isWrapped of [true, false])
    for (const skipSave of [true, false]) {
      const { journal, store, server } = setUp({ holder: isWrapped ? holder : null })
      server.reachable.now = false
      const take = { ...newTake(), skipSave }
      const kept = await journal.begin(take)
      await kept.add(chunk(0))
      await kept.close()
      await journal.erase(take.id)
      const untold = isWrapped || !skipSave
      const erasure = { id: take.id, words: !skipSave, serverUrl: server.serverUrl }
      expect(await store.erasures()).toEqual(untold ? [{ ...erasure, owner: null }] : [])
      expect(await store.records()).toMatchObject([
        { ...erasure, key: isWrapped ? 'wrapped' : 'local', told: untold ? null : { remains: [] } },
      ])
      server.reachable.now = true
      await journal.tellErasures()
      expect([await store.erasures(), server.erased.get(take.id)]).toEqual([[], untold ? !skipSave : undefined])
      expect((await store.records())[0]?.told).not.toBeNull()
    }
})

test('the record of a partly sent recording asks the server for what stays there', async () => {
  const { journal, store, server } = setUp({ holder: null })
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.keepRest([{ fromFrame: 0, endFrame: 2048 }])
  await kept.close()
  server.reachable.now = false
  await journal.erase(take.id)
  expect(await store.records()).toMatchObject([{ key: 'local', words: false, told: null }])
  server.reachable.now = true
  await journal.tellErasures()
  expect(server.erased.get(take.id)).toBe(false)
})

test('a recording that was sent completely is deleted without a record of an erasure', async () => {
  const { journal, store, server } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.erase({ words: false })
  await eventually(() => expect(server.erased.get(take.id)).toBe(false))
  expect([store.kept.size, await store.records()]).toEqual([0, []])
})

test('a part that was not sent gets one other transcript, until this attempt has succeeded', async () => {
  const { journal, store } = setUp()
  const take = newTake()
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.keepRest([{ fromFrame: 0, endFrame: 2048 }])
  const first = await journal.againAs(take.id)
  expect([await journal.againAs(take.id), first === take.id]).toEqual([first, false])
  const { take: opened, journal: again } = await journal.open(take.id)
  expect([opened.sent, again.missing]).toEqual([true, [{ fromFrame: 0, endFrame: 2048 }]])
  await again.keepRest([])
  expect(await journal.againAs(take.id)).not.toBe(first)
  expect(store.kept.get(take.id)).toMatchObject({ sent: true, missing: [] })
})

test('a consent is listed, whether it was confirmed at the start or later', async () => {
  const { journal } = setUp()
  const consent = { at: '2026-11-24T09:00:00Z', by: 'ana' } as never
  const [before, after] = [{ ...newTake(), consent }, newTake()]
  for (const take of [before, after]) {
    const kept = await journal.begin(take)
    await kept.add(chunk(0))
    await kept.close()
  }
  const listed = async () => new Map((await journal.list()).map(({ id, consented }) => [id, consented]))
  const both = new Map([
    [before.id, true],
    [after.id, false],
  ])
  await eventually(async () => expect(await listed()).toEqual(both))
  await journal.noteConsent(after.id, consent)
  expect(await listed()).toEqual(both.set(after.id, true))
})

test('a key that the server does not give is replaced by a local one', async () => {
  const { store, server } = setUp()
  const journal = createJournal({
    ...{ store, ...server, account: async () => null, estimate: async () => ({}), locks: navigator.locks },
    keyHolder: async () => {
      throw new Error('offline')
    },
  })
  const kept = await journal.begin(newTake())
  const told = vi.fn()
  kept.watch(told)
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'weak' }))
  await kept.close()
})

test('the page that recorded lists and opens a recording while the server opens no keys, for its account only', async () => {
  let who: Person | null = { email: 'ana@clinic.example', userId }
  const { journal, server } = setUp({ account: async () => who })
  const take = { ...newTake(), owner: userId }
  const kept = await journal.begin(take)
  await kept.add(chunk(0))
  await kept.close(Date.now())
  server.reachable.now = false
  expect(await journal.list()).toMatchObject([{ id: take.id, access: 'open', patient: take.patient }])
  const { journal: opened } = await journal.open(take.id)
  await opened.close()
  who = { email: 'ben@clinic.example', userId: '22222222-2222-4222-8222-222222222222' }
  expect(await journal.list()).toMatchObject([{ id: take.id, access: 'sign-in', patient: null }])
  // After another account, the key is not in memory any more.
  who = { email: 'ana@clinic.example', userId }
  expect(await journal.list()).toMatchObject([{ id: take.id, access: 'offline', patient: null }])
})
