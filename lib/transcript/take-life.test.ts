import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batch, inTime, options, setUpTakes, until } from '../../tests/fakes/kept-takes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('before the first recording, nothing is shown as running, ended or elsewhere', () => {
  const { state } = setUpTakes().boot().recording
  expect(state).toMatchObject({ phase: 'idle', ended: false, elsewhere: false, connection: 'idle', saved: 1 })
  expect([state.startedAtMs, state.account, state.box, state.turns]).toEqual([null, null, null, []])
})

test('a recording knows when it began; a continued one does not', async () => {
  const { strand, replace } = setUpTakes()
  const take = await strand(3)
  expect(take.recording.state.startedAtMs).toBeGreaterThan(0)
  await replace(take)
  const { kept } = await take.recovery.reopen(take.id)
  await take.recording.resumeTake({ options }, kept)
  expect(take.recording.state).toMatchObject({ phase: 'recording', startedAtMs: null })
  await take.recording.discard()
})

test('what a recovery needs is stored at the start: owner, consent, language and place', async () => {
  const { begin, store } = setUpTakes()
  const consent = { at: '2026-11-24T09:00:00Z', by: 'ana' } as never
  const start = { options: { ...options, account: 'ana@clinic.example', consent, language: 'de', skipSave: true } }
  const { recording, id } = await begin({ start })
  expect(store.kept.get(id)).toMatchObject({
    ...{ id, owner: 'ana@clinic.example', consent, language: 'de', skipSave: true, place: 'session', channels: 1 },
  })
  await recording.discard()
  const second = await begin()
  expect(store.kept.get(second.id)).toMatchObject({ owner: null, consent: null, language: 'en', skipSave: false })
  await second.recording.discard()
})

test('while sound is missing, every meter is at zero; a tab that is not recorded has none', async () => {
  const { begin, captures } = setUpTakes()
  const { recording } = await begin()
  for (const tab of [0.1, null]) {
    captures.at(-1)?.onBatch({ atFrame: 0, pcm: new Int16Array(0) })
    captures.at(-1)?.onLevel({ microphone: 0.1, tab })
    expect(recording.state.levels.microphone).toBeGreaterThan(0)
    await until(() => recording.state.problems.sound !== undefined)
    expect(recording.state.levels).toEqual({ microphone: 0, tab: tab && 0 })
  }
  await recording.discard()
})

test('the end of a take, however it ends, is not reported as missing sound', async () => {
  const { begin, keep, server } = setUpTakes()
  for (const end of ['leave', 'discard', 'stop'] as const) {
    const { recording, id } = await begin()
    await keep(id, 3)
    const phases = new Set<string>()
    recording.subscribe(({ phase }) => phases.add(phase))
    await recording[end]()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(recording.state.problems).toEqual({})
    expect(recording.state.phase).toBe('idle')
    expect(phases.has('stopping')).toBe(end !== 'discard')
    server.forget()
  }
})

test('leaving, pausing and connecting without a recording change nothing', async () => {
  const { recording } = setUpTakes().boot()
  const listener = vi.fn()
  recording.subscribe(listener)
  await recording.leave()
  await recording.pause()
  await recording.resume()
  recording.reconnect()
  recording.release('box')
  await recording.giveUp('box')
  expect(listener).toHaveBeenCalledOnce()
  await recording.discard()
  expect(recording.state.phase).toBe('idle')
})

test('the progress of a recovered recording grows to the end without repetition', async () => {
  const { strand, replace, server } = setUpTakes()
  const take = await strand(30)
  await replace(take)
  server.up = true
  const shares: number[] = []
  await take.recovery.transcribe(take.id, (share) => shares.push(share))
  expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b))
  expect([shares.length > 2, shares.at(-1)]).toEqual([true, 1])
})

test('a recovered recording goes on where the server is, not from its start', async () => {
  const { begin, keep, server, store } = setUpTakes()
  const take = await begin()
  await keep(take.id, 20)
  await until(() => server.received.size === 20 * batch)
  // Every 10 s, the journal stores the position that the server has committed.
  await vi.advanceTimersByTimeAsync(11_000)
  await until(() => store.kept.get(take.id)?.acknowledgedFrame === 20 * batch)
  server.down()
  await keep(take.id, 5)
  await take.recording.leave()
  server.up = true
  let sent = 0
  const { put } = server.received
  server.received.put = function (fromFrame, pcm) {
    sent += pcm.length
    put.call(this, fromFrame, pcm)
  }
  await take.recovery.transcribe(take.id)
  expect([sent, server.received.size, server.received.wrong]).toEqual([5 * batch, 25 * batch, 0])
})

test('words that the account does not keep are given to nobody, and a claimed dictation is given once', async () => {
  const { begin, keep } = setUpTakes()
  const dictation = { options: { ...options, place: 'dictation' as const, keepFor: 'ana@clinic.example', box: 'one' } }
  const { recording, id } = await begin({ start: dictation })
  await keep(id, 2)
  await recording.stop()
  expect(recording.state).toMatchObject({ box: null, unclaimed: [{ transactionId: id, box: 'one' }] })
  expect([await recording.claim(id), await recording.claim(id)]).toEqual([['all of it'], null])
})

test('a discarded take that has no journal is deleted on the server', async () => {
  const { boot, store, forgotten, speak, server } = setUpTakes()
  store.create = async () => {
    throw new Error('The disk is full.')
  }
  const { recording } = boot()
  await recording.start({ options })
  const id = recording.state.transactionId
  speak(3)
  await until(() => server.received.size === 3 * batch)
  await recording.discard()
  expect(forgotten).toEqual([{ id, words: true }])
  expect(server.sockets.map(({ state }) => state)).toEqual(['closed'])

  await recording.start({ options: { ...options, skipSave: true } })
  await recording.discard()
  expect(forgotten).toHaveLength(1)
})

test.each([
  ['fails', () => Promise.reject(new Error('Failed to fetch'))],
  ['does not end', () => new Promise<never>(() => {})],
])(
  'a discarded take without a journal has ended if its deletion on the server %s, and says where it is',
  async (_how, forget) => {
    const { boot, store, answer } = setUpTakes()
    store.create = async () => {
      throw new Error('The disk is full.')
    }
    answer.forget = forget
    const { recording } = boot()
    await recording.start({ options })
    await expect(inTime(recording.discard())).rejects.toThrow('Delete it under Reports, Transcripts.')
    expect(recording.state).toMatchObject({ phase: 'idle', transactionId: null })
  },
)
