import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryJournalStore } from '../../tests/fakes/journal-store.ts'
import type { AudioFile } from './backlog.ts'
import { createJournal } from './journal/index.ts'
import { createRecording } from './recording.ts'
import type { RecordingOptions } from './recording-state.ts'
import { createRecovery } from './recovery.ts'
import type { Chunk } from './send-buffer.ts'
import type { TakeSocket } from './sending.ts'
import type { SocketEvent, SocketState, TranscriptionSocket } from './socket.ts'
import type { CaptureHandlers } from './take.ts'

const options: RecordingOptions = {
  place: 'session',
  language: 'en',
  skipSave: false,
  microphoneId: null,
  gain: 1,
  tab: null,
  patient: { name: 'Ada Example', identifier: 'MR-1' },
}
const batch = 2048
const chunk = (atFrame: number): Chunk => ({
  atFrame,
  pcm: Int16Array.from({ length: batch }, (_, i) => ((atFrame + i) % 32_000) + 1),
})

/** What arrived, frame by frame. */
class Heard {
  readonly #samples = new Int16Array(6_000_000)
  size = 0
  put(frame: number, sample: number) {
    if (this.#samples[frame] === 0) this.size++
    this.#samples[frame] = sample
  }
  /** Frames that are not what was spoken there. */
  get wrong() {
    return this.#samples.reduce((sum, one, frame) => sum + (one !== 0 && one !== (frame % 32_000) + 1 ? 1 : 0), 0)
  }
}

/** A server that writes down every frame it hears, over sockets and files, and commits at once while it is up. */
class Server {
  heard = new Heard()
  frame = 0
  up = true
  refusal: string | null = null
  readonly files: AudioFile[] = []
  readonly sockets: TranscriptionSocket[] = []

  socket = (_: unknown, take: TakeSocket): TranscriptionSocket => {
    let state: SocketState = 'connecting'
    const { buffer } = take
    const tell = (event: SocketEvent) => {
      if (event.type === 'state') state = event.state
      take.onEvent(event)
    }
    const finished = Promise.withResolvers<void>()
    finished.promise.catch(() => {})
    let finishing = false
    const pump = () => {
      if (state !== 'ready') return
      for (let out = buffer.next(finishing); out !== null; out = buffer.next(finishing)) {
        if (out.type === 'gap') this.frame += out.ms * 16
        else for (const sample of out.pcm) this.heard.put(this.frame++, sample)
        buffer.acknowledge(this.frame)
        tell({ type: 'duration', duration: this.frame / 16_000 })
      }
      if (finishing && buffer.backlog === 0) {
        tell({ type: 'transcript', from: 0, transcript: ['all of it'] })
        tell({ type: 'state', state: 'closed', failures: 0, reason: 'finish' })
        finished.resolve()
      }
    }
    const lose = () => {
      if (state === 'closed') return
      finished.reject(new Error('Socket closed before finishing'))
      tell({ type: 'state', state: 'closed', failures: 31, reason: 'disconnected' })
    }
    const socket: TranscriptionSocket & { lose: () => void } = {
      get state() {
        return state
      },
      open: async () => {
        if (this.refusal !== null) {
          tell({ type: 'error', message: this.refusal, final: true })
          return tell({ type: 'state', state: 'closed', failures: 0, reason: 'timeout' })
        }
        if (!this.up) {
          tell({ type: 'state', state: 'connecting', failures: 2 })
          return lose()
        }
        buffer.onRefill(pump)
        buffer.replayFrom(this.frame)
        tell({ type: 'state', state: 'ready', failures: 0 })
        pump()
      },
      send() {},
      pump,
      finish() {
        finishing = true
        pump()
        return finished.promise
      },
      close: lose,
      lose,
    }
    this.sockets.push(socket)
    return socket
  }

  sendFile = async (file: AudioFile) => {
    if (!this.up) throw new Error('No internet connection')
    expect(file.fromFrame).toBeLessThanOrEqual(this.frame)
    file.pcm.forEach((sample, i) => {
      if (sample !== 0) this.heard.put(file.fromFrame + i, sample)
    })
    this.files.push(file)
    this.frame = file.fromFrame + file.pcm.length / file.channels
    return { transcript: ['from files'], duration: this.frame / 16_000 }
  }

  down() {
    this.up = false
    for (const socket of this.sockets) socket.close()
  }
}

function setUp() {
  const store = createMemoryJournalStore()
  const server = new Server()
  const forgotten: { id: string; words: boolean }[] = []
  const captures: CaptureHandlers[] = []
  /** A browser with this disk; dying leaves the disk as it is. */
  const boot = () => {
    const journal = createJournal({
      store,
      keyHolder: async () => null,
      unwrap: async () => '',
      forget: async (erasure) => void forgotten.push(erasure),
      estimate: async () => ({}),
      locks: navigator.locks,
    })
    const recording = createRecording({
      journal,
      capture: async (_start: { options: RecordingOptions }, handlers) => {
        captures.push(handlers)
        return {
          channels: handlers.channels ?? 1,
          pause() {},
          resume() {},
          setGain() {},
          useMicrophone: async () => {},
          stop: async () => {},
        }
      },
      socket: server.socket,
      sendFile: () => server.sendFile,
    })
    const recovery = createRecovery({ journal, socket: server.socket, sendFile: () => server.sendFile })
    return { journal, recording, recovery }
  }
  let at = 0
  const speak = (chunks: number) => {
    for (let i = 0; i < chunks; i++, at += batch) captures.at(-1)?.onBatch(chunk(at))
  }
  const kept = (id: string | null) => store.chunks.get(id ?? '')?.length ?? 0
  const silence = () => {
    at = 0
  }
  return { store, server, boot, speak, kept, forgotten, captures, silence }
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})
/** Lets what is encrypted in other threads come back. */
const until = (condition: () => unknown) => vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 5000 })

test('a finished take leaves nothing behind, and the server never opens its key again', async () => {
  const { store, boot, speak, server, kept } = setUp()
  const { recording } = boot()
  await recording.start({ options })
  const id = recording.state.transactionId
  speak(20)
  await until(() => kept(id) === 20)
  expect(await recording.stop()).toMatchObject({ turns: ['all of it'] })
  expect(server.heard.size).toBe(20 * batch)
  await until(() => store.kept.size === 0 && store.chunks.size === 0)
})

test('every chunk is on the disk before it is on the wire', async () => {
  const { boot, speak, server, store, kept } = setUp()
  const { recording } = boot()
  await recording.start({ options })
  const write = store.write.bind(store)
  const disk = Promise.withResolvers<void>()
  store.write = async (id, chunks) => {
    await disk.promise
    await write(id, chunks)
  }
  speak(3)
  await vi.advanceTimersByTimeAsync(500)
  expect(server.heard.size).toBe(0)
  disk.resolve()
  await until(() => server.heard.size === 3 * batch)
  expect(kept(recording.state.transactionId)).toBe(3)
  await recording.stop()
})

test('a disk that is full stops no take: it is sent, and the user is told', async () => {
  const { boot, speak, server, store } = setUp()
  const { recording } = boot()
  await recording.start({ options })
  store.failing = true
  speak(5)
  await until(() => server.heard.size === 5 * batch)
  expect(recording.state).toMatchObject({
    journal: { state: 'failed' },
    problem: { stage: 'journal', message: expect.stringContaining('This computer does not keep the recording') },
  })
  store.failing = false
  speak(1)
  await until(() => recording.state.journal.state === 'weak')
  expect(recording.state.problem).toBeNull()
  await recording.stop()
})

test('a long backlog goes as files once the network is back, then the rest over a socket, each frame once', async () => {
  const { boot, speak, server, kept } = setUp()
  const { recording } = boot()
  await recording.start({ options })
  const id = recording.state.transactionId
  speak(10)
  await until(() => server.heard.size === 10 * batch)
  server.down()
  speak(2500)
  await until(() => kept(id) === 2510)
  server.up = true
  recording.reconnect()
  await until(() => server.files.length > 0 && recording.state.connection === 'live' && server.sockets.length > 1)
  expect(server.files.every(({ pcm }) => pcm.length <= 5 * 60 * 16_000)).toBe(true)
  await recording.stop()
  expect(server.heard.size).toBe(2510 * batch)
  expect(server.heard.wrong).toBe(0)
})

test('what the disk refused is not sent as silence: a backlog with such sound in it goes over the socket, each frame once', async () => {
  const { boot, speak, server, store, kept } = setUp()
  const { recording } = boot()
  await recording.start({ options })
  const id = recording.state.transactionId
  speak(10)
  await until(() => server.heard.size === 10 * batch)
  server.down()
  speak(300)
  await until(() => kept(id) === 310)
  store.failing = true
  speak(5)
  await until(() => recording.state.journal.state === 'failed')
  store.failing = false
  speak(400)
  await until(() => kept(id) === 710)
  server.up = true
  recording.reconnect()
  await until(() => server.sockets.length > 1)
  await recording.stop()
  expect(server.heard.size).toBe(715 * batch)
  expect(server.heard.wrong).toBe(0)
})

test('a take that died is offered, and transcribing it sends all of it', async () => {
  const { boot, speak, server, kept, store } = setUp()
  server.up = false
  const first = boot()
  await first.recording.start({ options })
  const id = first.recording.state.transactionId ?? ''
  speak(40)
  await until(() => kept(id) === 40)
  // Death: the locks go with the browser, the disk stays.
  const locks = {
    request: navigator.locks.request.bind(navigator.locks),
    query: async () => ({ held: [], pending: [] }),
  }
  const journal = createJournal({
    store,
    keyHolder: async () => null,
    unwrap: async () => '',
    forget: async () => {},
    estimate: async () => ({}),
    locks: {
      ...locks,
      request: ((_n: string, _o: unknown, run: (lock: unknown) => unknown) => Promise.resolve(run({}))) as never,
    },
  })
  const recovery = createRecovery({ journal, socket: server.socket, sendFile: () => server.sendFile })
  expect(await recovery.list()).toMatchObject([{ id, durationMs: 40 * 128, patient: options.patient, access: 'open' }])
  await expect(recovery.transcribe(id)).rejects.toThrow('The last words could not be sent.')
  server.up = true
  const shares: number[] = []
  expect(await recovery.transcribe(id, (share) => shares.push(share))).toEqual({
    transactionId: id,
    turns: ['all of it'],
  })
  expect(server.heard.size).toBe(40 * batch)
  expect(shares.at(-1)).toBe(1)
  expect(await recovery.list()).toEqual([])
})

test('a take that could not be sent is left on offer when another one begins, and can be resumed', async () => {
  const { boot, speak, server, kept, silence } = setUp()
  server.up = false
  const { recording, recovery } = boot()
  await recording.start({ options })
  const id = recording.state.transactionId ?? ''
  speak(12)
  await until(() => kept(id) === 12)
  await expect(recording.stop()).rejects.toThrow('The last words could not be sent.')
  server.up = true
  silence()
  await recording.start({ options })
  expect(recording.state.transactionId).not.toBe(id)
  expect(await recovery.list()).toMatchObject([{ id }])
  await recording.discard()

  const { kept: opened } = await recovery.reopen(id)
  expect(await recovery.list()).toEqual([])
  silence()
  server.heard = new Heard()
  server.frame = 0
  await recording.resumeTake({ options }, opened)
  expect(recording.state).toMatchObject({ phase: 'recording', transactionId: id })
  speak(5)
  await until(() => kept(id) === 17)
  expect(recording.state.elapsedMs).toBe(17 * 128)
  await recording.stop()
  expect(server.heard.size).toBe(17 * batch)
})

test('a take that was kept does not go on while another runs: nobody would be given the words of that', async () => {
  const { boot, speak, server, kept } = setUp()
  const { recording, recovery } = boot()
  server.up = false
  const dictation = { options: { ...options, place: 'dictation' as const, skipSave: true } }
  await recording.start(dictation)
  const id = recording.state.transactionId ?? ''
  speak(12)
  await until(() => kept(id) === 12)
  await expect(recording.stop()).rejects.toThrow('The last words could not be sent.')
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

test('a recording that dies twice is one recording, and all of it is had', async () => {
  const { boot, speak, server, kept, silence } = setUp()
  server.up = false
  const { recording, recovery } = boot()
  await recording.start({ options })
  const id = recording.state.transactionId ?? ''
  for (const chunks of [12, 19]) {
    speak(chunks - kept(id))
    await until(() => kept(id) === chunks)
    await expect(recording.stop()).rejects.toThrow('The last words could not be sent.')
    // Another take takes its place and is given up: what could not be sent is left on the disk, as a death leaves it.
    silence()
    await recording.start({ options })
    await recording.discard()
    expect(await recovery.list()).toMatchObject([{ id, durationMs: chunks * 128 }])
    const { kept: opened } = await recovery.reopen(id)
    await recording.resumeTake({ options }, opened)
  }
  server.up = true
  silence()
  speak(5)
  await until(() => kept(id) === 24)
  expect(recording.state.elapsedMs).toBe(24 * 128)
  expect(await recording.stop()).toMatchObject({ transactionId: id })
  expect(server.heard.size).toBe(24 * batch)
  expect(await recovery.list()).toEqual([])
})

test('after a power cut that cost the disk more than the server, what is said next stands after all that was heard', async () => {
  const { boot, speak, server, kept, silence } = setUp()
  server.up = false
  const { recording, recovery } = boot()
  await recording.start({ options })
  const id = recording.state.transactionId ?? ''
  speak(12)
  await until(() => kept(id) === 12)
  await expect(recording.stop()).rejects.toThrow('The last words could not be sent.')
  silence()
  await recording.start({ options })
  await recording.discard()
  server.up = true
  server.frame = 12 * batch + 20 * 16_000
  const { kept: opened } = await recovery.reopen(id)
  silence()
  await recording.resumeTake({ options }, opened)
  speak(5)
  await until(() => kept(id) === 17)
  await recording.stop()
  expect(server.heard.size).toBe(5 * batch)
  expect(server.frame).toBe(12 * batch + 60 * 16_000 + 5 * batch)
})

test('a server that refuses just when a kept take is to go on leaves it on offer', async () => {
  const { boot, speak, server, kept, silence } = setUp()
  server.up = false
  const { recording, recovery } = boot()
  await recording.start({ options })
  const id = recording.state.transactionId ?? ''
  speak(12)
  await until(() => kept(id) === 12)
  await expect(recording.stop()).rejects.toThrow('The last words could not be sent.')
  silence()
  await recording.start({ options })
  await recording.discard()
  server.refusal = 'Sign in to record.'
  const { kept: opened } = await recovery.reopen(id)
  await expect(recording.resumeTake({ options }, opened)).rejects.toThrow('Sign in to record.')
  expect(recording.state.phase).toBe('idle')
  expect(await recovery.list()).toMatchObject([{ id, durationMs: 12 * 128 }])
  server.refusal = null
  server.up = true
  await recovery.transcribe(id)
  expect(server.heard.size).toBe(12 * batch)
})

test('a discarded take is gone here and on the server', async () => {
  const { boot, speak, kept, store } = setUp()
  const { recording, recovery } = boot()
  await recording.start({ options })
  const id = recording.state.transactionId ?? ''
  speak(4)
  await until(() => kept(id) === 4)
  await recording.discard()
  expect(recording.state).toMatchObject({ phase: 'idle', transactionId: null })
  expect(store.chunks.size).toBe(0)
  expect(await recovery.list()).toEqual([])
})

test('a source that is silent for 3 s is named until it is heard', async () => {
  const { boot, captures } = setUp()
  const { recording } = boot()
  await recording.start({ options })
  const hear = (microphone: number, tab: number | null, batches: number) => {
    for (let i = 0; i < batches; i++) captures.at(-1)?.onLevel({ microphone, tab })
  }
  hear(0.01, 0, 20)
  expect(recording.state.silentSource).toBeNull()
  hear(0.01, 0, 3)
  expect(recording.state.silentSource).toBe('tab')
  hear(0.01, 0.01, 1)
  expect(recording.state.silentSource).toBeNull()
  hear(0, 0.01, 23)
  expect(recording.state.silentSource).toBe('microphone')
  captures.at(-1)?.onMicrophone({ id: 'b', label: 'Desk', fallback: true })
  hear(0, 0.01, 1)
  expect(recording.state).toMatchObject({ silentSource: null, microphone: { label: 'Desk', fallback: true } })
  await recording.stop()
})
