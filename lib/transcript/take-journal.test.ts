import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batch, Heard, inTime, options, setUpTakes, until } from '../../tests/fakes/kept-takes.ts'
import type { Gate } from './intake.ts'
import { createJournal } from './journal/index.ts'
import { createRecovery } from './recovery.ts'
import { type AudioFile, UploadRefused } from './sending/file-backlog.ts'
import type { Chunk } from './timeline.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})
test('a finished take leaves nothing behind, and the server never opens its key again', async () => {
  const { store, begin, keep, server } = setUpTakes()
  const { recording, id } = await begin()
  await keep(id, 20)
  expect(await recording.stop()).toMatchObject({ turns: ['all of it'] })
  expect(server.received.size).toBe(20 * batch)
  await until(() => store.kept.size === 0 && store.chunks.size === 0)
})

test('every chunk is on the disk before it is sent', async () => {
  const { begin, speak, server, store, kept } = setUpTakes()
  const { recording, id } = await begin()
  const write = store.write.bind(store)
  const disk = Promise.withResolvers<void>()
  store.write = async (id, chunks) => {
    await disk.promise
    await write(id, chunks)
  }
  speak(3)
  await vi.advanceTimersByTimeAsync(500)
  expect(server.received.size).toBe(0)
  disk.resolve()
  await until(() => server.received.size === 3 * batch)
  expect(kept(id)).toBe(3)
  await recording.stop()
})

test('a full disk does not stop a take: it is sent, and the user is told', async () => {
  const { begin, speak, server, store } = setUpTakes()
  const { recording } = await begin()
  store.failing = true
  speak(5)
  await until(() => server.received.size === 5 * batch)
  expect(recording.state).toMatchObject({
    journal: { state: 'failed' },
    problems: {
      journal: expect.stringContaining('This computer cannot store the recording, but the recording continues'),
    },
  })
  store.failing = false
  speak(1)
  await until(() => recording.state.journal.state === 'weak')
  expect(recording.state.problems).toEqual({})
  await recording.stop()
})
const never = () => new Promise<never>(() => {})

test('a disk that never answers delays neither the start of a take nor its end', async () => {
  const first = setUpTakes()
  first.store.create = never
  const { recording } = first.boot()
  await inTime(recording.start({ options }))
  expect(recording.state).toMatchObject({ phase: 'recording', journal: { state: 'failed' } })
  first.speak(5)
  expect(await inTime(recording.stop())).toMatchObject({ turns: ['all of it'] })
  expect(first.server.received.size).toBe(5 * batch)

  const second = setUpTakes()
  const take = await second.begin()
  second.store.write = never
  second.store.remove = never
  second.speak(5)
  expect(await inTime(take.recording.stop())).toMatchObject({ turns: ['all of it'] })
  expect(second.server.received.size).toBe(5 * batch)
})

test('a take that the disk cannot delete has ended all the same, and is offered again for erasing', async () => {
  const { begin, keep, store, server } = setUpTakes()
  const { recording, recovery, id } = await begin()
  await keep(id, 4)
  const remove = store.remove.bind(store)
  store.remove = async () => {
    throw new Error('The disk is gone.')
  }
  await expect(recording.discard()).rejects.toThrow('The recording could not be deleted from this computer.')
  expect(recording.state).toMatchObject({ phase: 'idle', transactionId: null })
  expect(server.sockets.map(({ state }) => state)).toEqual(['closed'])
  store.remove = remove
  expect(await recovery.list()).toMatchObject([{ id }])
  await recovery.erase(id)
  expect([store.chunks.size, await recovery.list()]).toEqual([0, []])
})

test('once the network is back, a long backlog is sent as files, then the rest over a socket, each frame once', async () => {
  const { begin, speak, server, outage } = setUpTakes()
  const take = await begin()
  const { recording } = take
  speak(10)
  await until(() => server.received.size === 10 * batch)
  await outage(take, 1250)
  await until(() => server.files.length > 0 && recording.state.connection === 'live')
  expect(server.sockets).toHaveLength(1)
  expect(server.files.every(({ pcm }) => pcm.length <= 5 * 60 * 16_000)).toBe(true)
  await recording.stop()
  expect(server.received.size).toBe(1260 * batch)
  expect(server.received.wrong).toBe(0)
})

test('audio that the disk refused is not sent as silence: a backlog with such audio goes over the socket, each frame once', async () => {
  const { begin, speak, keep, server, store, outage } = setUpTakes()
  const take = await begin()
  const { recording, id } = take
  speak(10)
  await until(() => server.received.size === 10 * batch)
  server.down()
  await keep(id, 300)
  store.failing = true
  speak(5)
  await until(() => recording.state.journal.state === 'failed')
  store.failing = false
  await outage(take, 400)
  await until(() => recording.state.connection === 'live')
  await recording.stop()
  expect(server.received.size).toBe(715 * batch)
  expect(server.received.wrong).toBe(0)
})

test('silence is not sent, but the server learns how long it was, so that later words keep their time', async () => {
  const isSilent = ({ atFrame }: Chunk) => atFrame >= 10 * batch && atFrame < 20 * batch
  const gate = (): Gate => ({
    push: (chunk) => ({ audio: isSilent(chunk) ? [] : [chunk], decidedFrame: chunk.atFrame + batch }),
    flush: () => ({ audio: [], decidedFrame: 0 }),
  })
  const { begin, speak, server } = setUpTakes({ gate })
  const { recording } = await begin()
  speak(20)
  // During the silence (batches 10 to 19), the client tells the server about once a second how much sound it leaves
  // out.
  await until(() => server.frame > 15 * batch)
  expect(server.received.size).toBe(10 * batch)
  speak(10)
  await recording.stop()
  expect([server.frame, server.received.size, server.received.wrong]).toEqual([30 * batch, 20 * batch, 0])
})

test('a take that crashed is offered, and transcribing it sends all of it', async () => {
  const { begin, keep, server, store } = setUpTakes()
  const { id } = await begin({ up: false })
  await keep(id, 40)
  // The crashed page no longer sends anything.
  for (const socket of server.sockets) socket.close()
  // Simulates a crash: the locks are released, the disk stays.
  const locks = {
    request: navigator.locks.request.bind(navigator.locks),
    query: async () => ({ held: [], pending: [] }),
  }
  const journal = createJournal({
    account: async () => null,
    store,
    serverUrl: 'https://chartside.example',
    keyHolder: async () => null,
    unwrap: async () => '',
    forget: async () => null,
    estimate: async () => ({}),
    locks: {
      ...locks,
      request: ((_n: string, _o: unknown, run: (lock: unknown) => unknown) => Promise.resolve(run({}))) as never,
    },
  })
  const sendFile = () => server.sendFile
  const recovery = createRecovery({
    journal,
    sentPatient: async () => ({}),
    socket: server.socket,
    sendFile,
    position: server.position,
    keepWords: () => {},
  })
  expect(await recovery.list()).toMatchObject([{ id, durationMs: 40 * 128, patient: options.patient, access: 'open' }])
  await expect(inTime(recovery.transcribe(id))).rejects.toThrow('The end of the recording could not be sent.')
  server.up = true
  const shares: number[] = []
  expect(await inTime(recovery.transcribe(id, (share) => shares.push(share)))).toEqual({
    transactionId: id,
    turns: ['all of it'],
  })
  expect(server.received.size).toBe(40 * batch)
  expect(shares.at(-1)).toBe(1)
  expect(await recovery.list()).toEqual([])
})

test('a take that could not be sent stays on offer when another one begins, and can be resumed', async () => {
  const { strand, keep, server, silence } = setUpTakes()
  const { recording, recovery, id } = await strand(12)
  expect(recording.state.problems.network).toBe(
    'The end of the recording could not be sent. Check the connection and try again.',
  )
  server.up = true
  silence()
  await recording.start({ options })
  expect(recording.state.transactionId).not.toBe(id)
  expect(await recovery.list()).toMatchObject([{ id }])
  await recording.discard()

  const { kept: opened } = await recovery.reopen(id)
  expect(await recovery.list()).toEqual([])
  silence()
  server.received = new Heard()
  server.frame = 0
  await recording.resumeTake({ options }, opened)
  expect(recording.state).toMatchObject({ phase: 'recording', transactionId: id })
  await keep(id, 5)
  expect(recording.state.elapsedMs).toBe(17 * 128)
  await recording.stop()
  expect(server.received.size).toBe(17 * batch)
})

test('a recording that is recovered or resumed carries the chart number of its patient', async () => {
  const { strand, replace, server } = setUpTakes()
  const stranded = await strand(12)
  server.up = true
  await replace(stranded)
  const { recovery, id } = stranded
  const { take, kept } = await recovery.reopen(id)
  expect(take.patientId).toBe('MR-1')
  await kept.journal.close()
  await recovery.transcribe(id)
  expect(server.chartNumbers).toEqual(['MR-1'])
})

test('a running take that its user leaves is stored to its last frame for the account that started it', async () => {
  const { begin, keep, speak, server, signedIn, silence } = setUpTakes()
  signedIn.now = 'ana@clinic.example'
  const { recording, recovery, id } = await begin({ start: { options: { ...options, account: 'ana@clinic.example' } } })
  expect(recording.state.account).toBe('ana@clinic.example')
  await keep(id, 20)
  server.down()
  speak(3)
  await recording.leave()
  expect(recording.state).toMatchObject({ phase: 'idle', account: null, turns: [], patient: null })
  expect(await recovery.list()).toMatchObject([{ id }])
  server.up = true
  silence()
  await recovery.transcribe(id)
  expect(server.received.size).toBe(23 * batch)
})

test('a take that is not stored on this computer cannot be left: it goes on and says who can end it', async () => {
  const { begin, speak, store } = setUpTakes()
  const { recording, id } = await begin()
  store.failing = true
  speak(5)
  await until(() => recording.state.journal.state === 'failed')
  await expect(recording.leave()).rejects.toThrow('Only the person who started the recording can finish it')
  expect(recording.state).toMatchObject({ phase: 'recording', transactionId: id })
  await recording.discard()
})

test('a stored take cannot be resumed during another take, because its words would reach nobody', async () => {
  const { strand, server } = setUpTakes()
  const dictation = { options: { ...options, place: 'dictation' as const, skipSave: true } }
  const { recording, recovery, id } = await strand(12, dictation)
  server.up = true
  await recording.start(dictation)
  const running = recording.state.transactionId

  const { kept: opened } = await recovery.reopen(id)
  const resumed = recording.resumeTake(dictation, opened)
  await expect(resumed).rejects.toThrow('Recording is already in progress elsewhere')
  expect(recording.state).toMatchObject({ phase: 'recording', transactionId: running })
  expect(await recovery.list()).toMatchObject([{ id }])
  await recording.discard()
})

test('a recording that crashes twice is one recording, and all of it is recovered', async () => {
  const { strand, replace, keep, server, kept } = setUpTakes()
  const take = await strand(12)
  const { recording, recovery, id } = take
  for (const chunks of [12, 19]) {
    if (chunks > kept(id)) {
      await keep(id, chunks - kept(id))
      await expect(recording.stop()).rejects.toThrow('The end of the recording could not be sent.')
    }
    await replace(take)
    expect(await recovery.list()).toMatchObject([{ id, durationMs: chunks * 128 }])
    const { kept: opened } = await recovery.reopen(id)
    await recording.resumeTake({ options }, opened)
  }
  server.up = true
  await keep(id, 5)
  expect(recording.state.elapsedMs).toBe(24 * 128)
  expect(await recording.stop()).toMatchObject({ transactionId: id })
  expect(server.received.size).toBe(24 * batch)
  expect(await recovery.list()).toEqual([])
})

test('after a power cut that cost the disk more than the server, new audio follows all that the server has', async () => {
  const { strand, replace, keep, server } = setUpTakes()
  const take = await strand(12)
  const { recording, recovery, id } = take
  await replace(take)
  server.up = true
  server.frame = 12 * batch + 20 * 16_000
  const { kept: opened } = await recovery.reopen(id)
  await recording.resumeTake({ options }, opened)
  await keep(id, 5)
  await recording.stop()
  expect(server.received.size).toBe(5 * batch)
  expect(server.frame).toBe(12 * batch + 80 * 16_000 + 5 * batch)
})

test('after a disk failure that only the server survived, new audio follows all that the server has', async () => {
  const { begin, keep, speak, server, store, boot, silence } = setUpTakes()
  const { recording, id } = await begin()
  await keep(id, 12)
  // The disk fails, and the server receives 90 s more.
  store.failing = true
  speak(704)
  await until(() => server.received.size === 716 * batch)
  await until(() => recording.state.journal.state === 'failed')
  const crash = vi
    .spyOn(navigator.locks, 'request')
    .mockImplementation((async (_name: string, _options: unknown, run: (lock: unknown) => unknown) => run({})) as never)
  server.down()
  for (const socket of server.sockets) socket.close()
  store.failing = false
  server.up = true
  const next = boot()
  const { kept: opened } = await next.recovery.reopen(id)
  silence()
  // The server cannot be reached at first, so the first seconds of sound are sent only after `reconnect`.
  server.up = false
  await inTime(next.recording.resumeTake({ options }, opened))
  await keep(id, 5)
  server.up = true
  next.recording.reconnect()
  await next.recording.stop()
  expect(server.received.size).toBe(721 * batch)
  expect(server.frame).toBe(716 * batch + 60 * 16_000 + 5 * batch)
  crash.mockRestore()
})

test.each([
  ['10 minutes ago', 600_000, 600_000],
  ['3 days ago', 3 * 86_400_000, 12 * 3_600_000],
])(
  'a take that began %s and is resumed while the server does not answer leaves room for what the server may have',
  async (_when, agoMs, gapMs) => {
    const { strand, replace, store } = setUpTakes()
    const take = await strand(12)
    await replace(take)
    const stored = store.kept.get(take.id)
    if (stored === undefined) throw new Error('The recording is not stored.')
    stored.startedAt = Date.now() - agoMs
    const { kept: opened } = await take.recovery.reopen(take.id)
    expect(Math.abs(opened.reachedFrame - gapMs * 16)).toBeLessThan(60_000 * 16)
    await opened.journal.close()
  },
)

test('if the server refuses to resume a stored take, the take stays on offer', async () => {
  const { strand, replace, server } = setUpTakes()
  const take = await strand(12)
  const { recording, recovery, id } = take
  await replace(take)
  server.refusal = 'Sign in to record.'
  const { kept: opened } = await recovery.reopen(id)
  await expect(recording.resumeTake({ options }, opened)).rejects.toThrow('Sign in to record.')
  expect(recording.state.phase).toBe('idle')
  expect(await recovery.list()).toMatchObject([{ id, durationMs: 12 * 128 }])
  server.refusal = null
  server.up = true
  await recovery.transcribe(id)
  expect(server.received.size).toBe(12 * batch)
})

test('a discarded take is deleted here and on the server', async () => {
  const { begin, keep, store } = setUpTakes()
  const { recording, recovery, id } = await begin()
  await keep(id, 4)
  await recording.discard()
  expect(recording.state).toMatchObject({ phase: 'idle', transactionId: null })
  expect(store.chunks.size).toBe(0)
  expect(await recovery.list()).toEqual([])
})

test('a source that is silent for 15 s is reported until it is heard', async () => {
  const { begin, captures } = setUpTakes()
  const { recording } = await begin()
  const hear = (microphone: number, tab: number | null, batches: number) => {
    for (let i = 0; i < batches; i++) captures.at(-1)?.onLevel({ microphone, tab })
  }
  hear(0.005, 0, 117)
  expect(recording.state.silentSource).toBeNull()
  hear(0.005, 0, 3)
  expect(recording.state.silentSource).toBe('tab')
  hear(0.01, 0.01, 1)
  expect(recording.state.silentSource).toBeNull()
  hear(0, 0.01, 200)
  expect(recording.state.silentSource).toBeNull()
  hear(0, 0.005, 118)
  expect(recording.state.silentSource).toBe('microphone')
  captures.at(-1)?.onMicrophone({ id: 'b', label: 'Desk', fallback: true })
  hear(0, 0.005, 1)
  expect(recording.state).toMatchObject({ silentSource: null, microphone: { label: 'Desk', fallback: true } })
  await recording.stop()
})

/**
 * Begins a take whose backlog becomes too long for the socket, so that it is uploaded as a file. The server refuses
 * each file with the error that `refuse` returns.
 */
async function refusedBacklog(refuse: (file: AudioFile) => Error, chunks = 700) {
  const stage = setUpTakes()
  const take = await stage.begin()
  stage.server.refuse = refuse
  await stage.outage(take, chunks)
  return { ...stage, ...take, total: chunks * batch }
}

test('a busy server is reported as busy and tried again at the time it gives, without the user; nothing is lost or sent twice', async () => {
  const busy = new UploadRefused('You are already sending 2 recordings.', { retryAfterMs: 40_000 })
  const { recording, server, kept, id, total } = await refusedBacklog(() => busy)
  await until(() => recording.state.problems.transcription)
  expect(recording.state).toMatchObject({
    phase: 'recording',
    connection: 'connecting',
    problems: {
      transcription:
        'You are already sending 2 recordings. What was not sent yet stays on this computer. Chartside keeps trying.',
    },
  })
  server.refuse = null
  await vi.advanceTimersByTimeAsync(30_000)
  expect([server.files.length, kept(id)]).toEqual([0, 700])
  await vi.advanceTimersByTimeAsync(10_000)
  await until(() => recording.state.connection === 'live')
  expect(recording.state.problems.transcription).toBeUndefined()
  await recording.stop()
  expect([server.received.size, server.received.wrong]).toEqual([total, 0])
})

test('finishing waits at most a minute for a busy server, gives the reason, and can be repeated later', async () => {
  const { recording, server, total } = await refusedBacklog(
    () => new UploadRefused('The server is busy. Chartside tries again.', { retryAfterMs: 25_000 }),
  )
  await until(() => recording.state.problems.transcription)
  const stopped = expect(recording.stop()).rejects.toThrow(
    'The server is busy. Chartside tries again. What was not sent yet stays on this computer.',
  )
  await inTime(stopped)
  expect(recording.state).toMatchObject({ phase: 'paused', ended: true })
  server.refuse = null
  expect(await recording.stop()).toMatchObject({ turns: ['all of it'] })
  expect([server.received.size, server.received.wrong]).toEqual([total, 0])
})

test('signing in, or the return of the network, ends the wait for a busy server', async () => {
  const { recording, server } = await refusedBacklog(() => new UploadRefused('Busy.', { retryAfterMs: 3_600_000 }))
  await until(() => recording.state.problems.transcription)
  server.refuse = null
  recording.reconnect()
  await until(() => recording.state.connection === 'live')
  await recording.stop()
})

test('files that are too large are sent in smaller pieces', async () => {
  const seconds: number[] = []
  const { recording, server, total } = await refusedBacklog(({ pcm }) => {
    seconds.push(pcm.length / 16_000)
    if (seconds.length === 3) server.refuse = null
    return new UploadRefused('Too large.', { tooLarge: true })
  }, 1000)
  await until(() => server.files.length > 0)
  await recording.stop()
  expect(seconds).toEqual([120, 60, 30])
  expect(server.files[0]?.pcm.length).toBe(15 * 16_000)
  expect([server.received.size, server.received.wrong]).toEqual([total, 0])
})

test('if files make no progress, because one long word fills each of them, the socket carries everything', async () => {
  const { begin, server, outage } = setUpTakes()
  server.sendFile = async () => ({ transcript: [], duration: server.frame / 16_000 })
  const take = await begin()
  await outage(take, 700)
  await until(() => take.recording.state.connection === 'live')
  await take.recording.stop()
  expect([server.received.size, server.received.wrong]).toEqual([700 * batch, 0])
})

test('after the end of the session, files are refused only until somebody has signed in again', async () => {
  const { recording, server, total } = await refusedBacklog(() => {
    server.refusal = 'Sign in to record.'
    return new UploadRefused('Sign in to send the recording.')
  })
  await until(() => recording.state.problems.transcription === 'Sign in to record.')
  server.refuse = null
  server.refusal = null
  recording.reconnect()
  await until(() => server.files.length > 0)
  await recording.stop()
  expect([server.received.size, server.received.wrong]).toEqual([total, 0])
})

test('a take that is discarded while its backlog is being read sends nothing more', async () => {
  const { begin, outage, store, server } = setUpTakes()
  const take = await begin()
  const gate = Promise.withResolvers<void>()
  const asked = vi.fn()
  const read = store.read.bind(store)
  store.read = async (...args) => {
    asked()
    await gate.promise
    return read(...args)
  }
  await outage(take, 700)
  await until(() => asked.mock.calls.length > 0)
  await inTime(take.recording.discard())
  gate.resolve()
  await inTime(new Promise((resolve) => setTimeout(resolve, 60_000)))
  expect([server.files, server.received.size]).toEqual([[], 0])
})

test('if files are refused for good the socket carries everything, and if that fails too the reason is shown', async () => {
  const reason = 'The server did not accept a part of the recording.'
  const { recording, server, total, begin, keep } = await refusedBacklog(() => new UploadRefused(reason))
  await until(() => recording.state.connection === 'live')
  await recording.stop()
  expect([server.files.length, server.received.size, server.received.wrong]).toEqual([0, total, 0])

  const second = await begin()
  server.down()
  await keep(second.id, 700)
  await expect(second.recording.stop()).rejects.toThrow(reason)
  expect(second.recording.state).toMatchObject({ phase: 'paused', ended: true })
})

test('little space for recordings is said from 80 % on, until there is more', async () => {
  const { begin, space } = setUpTakes()
  Object.assign(space, { usage: 79, quota: 100 })
  const { recording } = await begin()
  await until(() => recording.state.journal.usedShare === 0.79)
  expect(recording.state.problems.journal).toBeUndefined()
  space.usage = 80
  await vi.advanceTimersByTimeAsync(30_000)
  await until(() => recording.state.problems.journal?.includes('running out of space'))
  space.usage = 20
  await vi.advanceTimersByTimeAsync(30_000)
  await until(() => recording.state.problems.journal === undefined)
  await recording.discard()
})

test('a recording that the disk creates too late is deleted, and a disk that fails at once is reported', async () => {
  const { boot, store, server } = setUpTakes()
  const create = store.create.bind(store)
  const late = Promise.withResolvers<void>()
  store.create = async (kept) => {
    await late.promise
    await create(kept)
  }
  const first = boot().recording
  await inTime(first.start({ options }))
  expect(first.state.journal.state).toBe('failed')
  late.resolve()
  await until(() => store.kept.size === 0)
  await first.discard()

  store.create = create
  store.failing = true
  const second = boot().recording
  await inTime(second.start({ options }))
  expect(second.state).toMatchObject({ phase: 'recording', journal: { state: 'failed' } })
  expect(second.state.problems.journal).toContain('This computer cannot store the recording')
  await second.discard()
  expect(server.wires.size).toBe(0)
})

test('a take that is refused at its start leaves nothing on the disk', async () => {
  const { boot, store, server } = setUpTakes()
  server.refusal = 'Sign in to record.'
  await expect(inTime(boot().recording.start({ options }))).rejects.toThrow('Sign in to record.')
  expect(store.kept.size).toBe(0)
})

test('a take that its server may not store is never uploaded as files, and is recovered from its start', async () => {
  const secret = { options: { ...options, skipSave: true } }
  const { begin, outage, server, strand, replace } = setUpTakes()
  const take = await begin({ start: secret })
  await outage(take, 700)
  await until(() => take.recording.state.connection === 'live')
  await take.recording.stop()
  expect([server.files, server.received.size, server.received.wrong]).toEqual([[], 700 * batch, 0])

  server.forget()
  const second = await strand(600, secret)
  await replace(second)
  server.up = true
  server.forget()
  await inTime(second.recovery.transcribe(second.id))
  expect([server.files, server.received.size, server.received.wrong]).toEqual([[], 600 * batch, 0])
})

test('leaving says whether anything is kept: an empty take leaves nothing to recover', async () => {
  const { begin, keep } = setUpTakes()
  const { recording, recovery, id } = await begin()
  await recording.leave()
  expect([recording.state.phase, await recovery.list()]).toEqual(['idle', []])
  const second = await begin()
  await keep(second.id, 3)
  await second.recording.leave()
  expect(await second.recovery.list()).toMatchObject([{ id: second.id }])
  expect(id).not.toBe(second.id)
})

test('a consent that is confirmed for a recovered recording is stored with it, and an earlier one stays', async () => {
  const { strand, replace, store, server } = setUpTakes()
  const take = await strand(5)
  await replace(take)
  const consent = { at: '2026-11-24T09:00:00Z', by: 'ana' } as never
  const again = { at: '2026-11-24T10:00:00Z', by: 'ben' } as never
  server.refusal = 'Sign in to record.'
  for (const one of [consent, again]) await expect(take.recovery.transcribe(take.id, () => {}, one)).rejects.toThrow()
  expect(store.kept.get(take.id)?.consent).toEqual(consent)
})

test('a take with sound that is only in memory cannot be left, even if the disk works again: it goes on', async () => {
  const { begin, keep, speak, server, store } = setUpTakes()
  const { recording, id } = await begin()
  server.down()
  await keep(id, 5)
  store.failing = true
  speak(5)
  await until(() => recording.state.journal.state === 'failed')
  store.failing = false
  await keep(id, 5)
  expect(recording.state.journal.state).toBe('weak')
  await expect(recording.leave()).rejects.toThrow('Only the person who started the recording can finish it')
  expect(recording.state).toMatchObject({ phase: 'recording', transactionId: id })
  server.up = true
  recording.reconnect()
  await recording.stop()
  expect([server.received.size, server.received.wrong]).toEqual([15 * batch, 0])
})

test('a take whose last sound does not reach the disk stays in memory when it is left, and can be finished', async () => {
  const { begin, keep, speak, server, store } = setUpTakes()
  const { recording, id } = await begin()
  server.down()
  await keep(id, 5)
  store.failing = true
  speak(3)
  await expect(inTime(recording.leave())).rejects.toThrow('Only the person who started the recording can finish it')
  expect(recording.state).toMatchObject({ phase: 'paused', ended: true, transactionId: id })
  server.up = true
  expect((await recording.stop()).turns).toEqual(['all of it'])
  expect([server.received.size, server.received.wrong]).toEqual([8 * batch, 0])
})

test('an unsent take with sound that is only in memory does not make room for another one without a message', async () => {
  for (const skipSave of [false, true]) {
    const { begin, keep, speak, server, store, silence } = setUpTakes()
    const start = { options: { ...options, skipSave } }
    const { recording, id } = await begin({ start })
    await keep(id, 5)
    store.failing = true
    speak(5)
    await until(() => recording.state.journal.state === 'failed')
    // The server has committed all sound so far. It stores nothing of a take with `skipSave`.
    await until(() => recording.state.saved === 1)
    store.failing = false
    server.down()
    if (!skipSave) {
      store.failing = true
      speak(5)
      await until(() => recording.state.elapsedMs === 15 * 128)
      store.failing = false
    }
    await keep(id, 5)
    await expect(recording.stop()).rejects.toThrow('could not be sent')
    await expect(inTime(recording.start(start))).rejects.toThrow('The last recording was not sent yet.')
    server.up = true
    expect((await recording.stop()).turns.at(-1)).toBe('all of it')
    silence()
  }
})

test('a take that is discarded ends its upload at once, so that the upload is not repeated', async () => {
  const { begin, outage, server } = setUpTakes()
  const uploads: AbortSignal[] = []
  server.sendFile = async (_, signal) => {
    uploads.push(signal)
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    throw new Error('The upload went on.')
  }
  const take = await begin()
  await outage(take, 700)
  await until(() => uploads.length === 1)
  expect(uploads[0]?.aborted).toBe(false)
  await take.recording.discard()
  expect(uploads.map(({ aborted }) => aborted)).toEqual([true])
})
