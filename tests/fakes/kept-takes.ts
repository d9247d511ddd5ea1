import { vi } from 'vitest'
import type { ClientMessage, ServerMessage } from '../../lib/contracts/socket.ts'
import type { Gate } from '../../lib/transcript/intake.ts'
import { createJournal } from '../../lib/transcript/journal/index.ts'
import { createRecording } from '../../lib/transcript/recording.ts'
import type { RecordingOptions } from '../../lib/transcript/recording-state.ts'
import { createRecovery } from '../../lib/transcript/recovery.ts'
import type { AudioFile, SendFile } from '../../lib/transcript/sending/file-backlog.ts'
import type { TakeSocket } from '../../lib/transcript/sending/sending.ts'
import { patientFor } from '../../lib/transcript/sent-patient.ts'
import type { WebSocketLike } from '../../lib/transcript/socket/connection.ts'
import { takeReconnectPolicy } from '../../lib/transcript/socket/reconnect-policy.ts'
import { createSocket, TicketRefused, type TranscriptionSocket } from '../../lib/transcript/socket/socket.ts'
import type { CaptureHandlers } from '../../lib/transcript/take.ts'
import { createMemoryJournalStore } from './journal-store.ts'
import { socketStart } from './socket-start.ts'

let encrypting = 0
for (const name of ['encrypt', 'decrypt'] as const) {
  const original = SubtleCrypto.prototype[name]
  SubtleCrypto.prototype[name] = function (...args) {
    encrypting++
    return original.apply(this, args).finally(() => {
      encrypting--
    })
  }
}

/**
 * Waits until no encryption is running. Encryption runs on other threads, which the fake clock does not control.
 * Without this wait, the fake clock could reach a time limit before the encryption ends.
 */
async function settled(): Promise<void> {
  do await new Promise(setImmediate)
  while (encrypting > 0)
}

/** Advances the fake clock until the task has settled. */
export async function inTime<Answer>(task: Promise<Answer>): Promise<Answer> {
  let over = false
  const settle = () => {
    over = true
  }
  task.then(settle, settle)
  while (!over) {
    await settled()
    await vi.advanceTimersByTimeAsync(500)
  }
  return task
}

/** Advances the fake clock until the condition holds, by 30 s at most. */
export async function until(condition: () => unknown): Promise<void> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 50) {
    await settled()
    if (condition()) return
    await vi.advanceTimersByTimeAsync(50)
  }
  throw new Error('It did not come about.')
}

export const options: RecordingOptions = {
  place: 'session',
  language: 'en',
  skipSave: false,
  microphoneId: null,
  gain: 1,
  tab: null,
  patient: { name: 'Ada Example', identifier: 'MR-1' },
}
export const batch = 2048
/** The recorded samples of `count` frames: their values depend only on the frame, and none of them is zero. */
function recorded(fromFrame: number, count: number): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(count)
  for (let i = 0; i < count; i++) pcm[i] = ((fromFrame + i) % 32_000) + 1
  return pcm
}

/** The audio that the fake server has received, by frame. */
export class Heard {
  readonly #samples = new Int16Array(6_000_000)
  #endFrame = 0
  size = 0
  put(fromFrame: number, pcm: Int16Array) {
    for (let i = 0; i < pcm.length; i++) {
      const sample = pcm[i]
      // Zero stands for audio that was left out.
      if (sample === undefined || sample === 0) continue
      if (this.#samples[fromFrame + i] === 0) this.size++
      this.#samples[fromFrame + i] = sample
    }
    this.#endFrame = Math.max(this.#endFrame, fromFrame + pcm.length)
  }
  /** Number of frames whose sample differs from the sample that was recorded at this position. */
  get wrong() {
    let count = 0
    for (let frame = 0; frame < this.#endFrame; frame++) {
      const sample = this.#samples[frame]
      if (sample !== 0 && sample !== (frame % 32_000) + 1) count++
    }
    return count
  }
}

/** A fake connection to the server. It exchanges the messages of the real protocol. */
class Wire extends EventTarget implements WebSocketLike {
  readonly #server: Server
  constructor(server: Server) {
    super()
    this.#server = server
    server.wires.add(this)
    queueMicrotask(() => (server.up ? this.dispatchEvent(new Event('open')) : this.drop()))
  }
  override addEventListener(type: string, listener: unknown) {
    super.addEventListener(type, listener as EventListener)
  }
  drop() {
    if (this.#server.wires.delete(this)) this.dispatchEvent(new Event('close'))
  }
  close() {
    this.#server.wires.delete(this)
  }
  /**
   * Sends messages to the client in a later microtask. A real network also never delivers an answer while `send` is
   * running.
   */
  #tell(...messages: ServerMessage[]) {
    queueMicrotask(() => {
      for (const message of messages) {
        if (!this.#server.wires.has(this)) return
        this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
      }
    })
  }
  send(data: string | Int16Array<ArrayBuffer>) {
    const server = this.#server
    if (!server.wires.has(this)) return
    const position = (): ServerMessage => ({ type: 'duration', duration: server.frame / 16_000 })
    if (typeof data !== 'string') {
      server.received.put(server.frame, data)
      server.frame += data.length
      this.#tell(position())
      if (server.frame >= server.dieAtFrame) server.down()
      return
    }
    const message = JSON.parse(data) as ClientMessage
    if (message.type === 'start') this.#tell(position(), { type: 'ready' })
    else if (message.type === 'ping') this.#tell({ type: 'pong' })
    else if (message.type === 'gap') {
      server.frame += message.ms * 16
      this.#tell(position())
    } else if (message.type === 'finish') {
      this.#tell({ type: 'transcript', from: 0, transcript: ['all of it'] }, { type: 'finished' })
    }
  }
}
const wiresTo = (server: Server) =>
  class extends Wire {
    constructor() {
      super(server)
    }
  }

/**
 * A server that stores every frame it receives, through sockets and files. While the server is up, it confirms each
 * message with audio at once.
 */
class Server {
  received = new Heard()
  frame = 0
  up = true
  /** The server goes down once it has received this many frames. */
  dieAtFrame = Number.POSITIVE_INFINITY
  refusal: string | null = null
  /** If set, the server refuses each file with this error. */
  refuse: ((file: AudioFile) => Error) | null = null
  /** The transcript id of each socket, in order. */
  readonly transcripts: string[] = []
  /** For each socket that the recovery has opened, in order: the chart number of the take's patient. */
  readonly chartNumbers: (string | undefined)[] = []
  readonly files: AudioFile[] = []
  readonly sockets: TranscriptionSocket[] = []
  readonly wires = new Set<Wire>()

  /** Opens the product's socket for a take. The connections of the socket lead to this fake server. */
  socket = (_: unknown, take: TakeSocket): TranscriptionSocket => {
    this.transcripts.push(take.transactionId)
    const socket = createSocket({
      ...take,
      url: 'ws://chartside.example/api/transcription',
      policy: takeReconnectPolicy,
      ticket: async () => {
        if (this.refusal !== null) throw new TicketRefused(this.refusal)
        return 'ticket'
      },
      WebSocket: wiresTo(this),
      start: { ...socketStart, channels: take.channels, transactionId: take.transactionId },
    })
    this.sockets.push(socket)
    return socket
  }

  sendFile: SendFile = async (file) => {
    if (this.refuse) throw this.refuse(file)
    if (!this.up) throw new Error('No internet connection')
    if (file.fromFrame > this.frame) throw new Error('A file leaves something out.')
    this.received.put(file.fromFrame, file.pcm)
    this.files.push(file)
    this.frame = file.fromFrame + file.pcm.length / file.channels
    return { transcript: ['from files'], duration: this.frame / 16_000 }
  }

  position = async (_: unknown) => {
    if (!this.up) throw new Error('No internet connection')
    return this.frame
  }

  /** Deletes the received audio, so that the transcript starts again from nothing. */
  forget() {
    this.received = new Heard()
    this.frame = 0
  }
  down() {
    this.up = false
    for (const wire of this.wires) wire.drop()
  }
}

/**
 * Sets up the disk of a browser and a fake server, and returns functions that record takes. The value of each recorded
 * sample depends on its frame number, so that `Heard.wrong` counts misplaced frames.
 */
export function setUpTakes({ gate }: { gate?: () => Gate } = {}) {
  const store = createMemoryJournalStore()
  const server = new Server()
  const forgotten: { id: string; words: boolean }[] = []
  /** Confirms that the transcript of an erased recording is deleted. Tests replace it. */
  const answer = { forget: async () => {} }
  const captures: CaptureHandlers[] = []
  /** `now` is the email of the account that is signed in in this browser. Null: nobody. Tests change it. */
  const signedIn = { now: null as string | null }
  /** The storage of the browser, in bytes. Tests change it. */
  const space: StorageEstimate = {}
  /**
   * Starts a browser with this disk. A crash of the browser is simulated by starting another one: the disk stays as it
   * is.
   */
  const boot = () => {
    const journal = createJournal({
      account: async () => (signedIn.now === null ? null : { email: signedIn.now }),
      store,
      serverUrl: 'https://chartside.example',
      keyHolder: async () => null,
      unwrap: async () => '',
      async forget(erasure) {
        forgotten.push(erasure)
        return null
      },
      estimate: async () => space,
      locks: navigator.locks,
    })
    const recording = createRecording({
      journal: () => journal,
      capture: async (_start: { options: RecordingOptions }, handlers) => {
        captures.push(handlers)
        return {
          channels: handlers.channels ?? 1,
          pause() {},
          resume() {},
          setGain() {},
          useMicrophone: async () => {},
          addTab: async () => {},
          stop: async () => {},
        }
      },
      socket: server.socket,
      sendFile: () => server.sendFile,
      async forget(_start, id) {
        await answer.forget()
        forgotten.push({ id, words: true })
      },
      ...(gate === undefined ? {} : { gate }),
    })
    const recovery = createRecovery({
      journal,
      sentPatient: async ({ patient }) => patientFor({ takesPatient: true, takesPatientName: true }, patient),
      socket(take, socket) {
        server.chartNumbers.push(take.patientId)
        return server.socket(take, socket)
      },
      sendFile: () => server.sendFile,
      position: server.position,
      keepWords: recording.keepWords,
    })
    return {
      // The socket sends a backlog with pauses, so the fake clock must advance while `stop` and `transcribe` run.
      recording: Object.create(recording, {
        stop: { value: (...how: Parameters<typeof recording.stop>) => inTime(recording.stop(...how)) },
      }) as typeof recording,
      recovery: Object.create(recovery, {
        transcribe: {
          value: (...args: Parameters<typeof recovery.transcribe>) => inTime(recovery.transcribe(...args)),
        },
        sendFinished: { value: () => inTime(recovery.sendFinished()) },
      }) as typeof recovery,
    }
  }
  let at = 0
  const speak = (chunks: number) => {
    for (let i = 0; i < chunks; i++, at += batch) captures.at(-1)?.onBatch({ atFrame: at, pcm: recorded(at, batch) })
  }
  const kept = (id: string | null) => store.chunks.get(id ?? '')?.length ?? 0
  const silence = () => {
    at = 0
  }
  /** Records this many chunks and waits until they are on the disk. */
  const keep = async (id: string, chunks: number) => {
    const all = kept(id) + chunks
    speak(chunks)
    await until(() => kept(id) === all)
  }
  /**
   * Starts a browser and begins to record a take in it. Returns the recording, the object that can recover the take
   * after a crash, and the take's id.
   */
  const begin = async ({ up = true, start = { options } } = {}) => {
    server.up = up
    const browser = boot()
    await browser.recording.start(start)
    return { ...browser, id: browser.recording.state.transactionId ?? '' }
  }
  /**
   * Makes a take with this many chunks while the server is down. `stop` fails, so the user knows that nothing was sent.
   * Returns the take, whose chunks are still on the disk.
   */
  const strand = async (chunks: number, start = { options }) => {
    const take = await begin({ up: false, start })
    await keep(take.id, chunks)
    await take.recording.stop().then(
      () => Promise.reject(new Error('It was sent.')),
      () => undefined,
    )
    return take
  }
  /**
   * Starts another take in place of the one that could not be sent, and then discards the new one. The unsent audio
   * stays on the disk, as after a crash.
   */
  const replace = async ({ recording }: Awaited<ReturnType<typeof begin>>) => {
    silence()
    await recording.start({ options })
    await recording.discard()
    silence()
  }
  /** The server is down while this many chunks are spoken, then comes back, and the client reconnects at once. */
  const outage = async ({ recording, id }: Awaited<ReturnType<typeof begin>>, chunks: number) => {
    server.down()
    await keep(id, chunks)
    server.up = true
    recording.reconnect()
  }
  return {
    store,
    server,
    boot,
    begin,
    keep,
    strand,
    replace,
    outage,
    speak,
    kept,
    forgotten,
    answer,
    captures,
    signedIn,
    space,
    silence,
  }
}
