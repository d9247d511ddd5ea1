import { generateKeyPairSync } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { batchFrames } from '../../../lib/audio/batcher.ts'
import { createSilenceGate } from '../../../lib/audio/silence-gate.ts'
import { createJournal } from '../../../lib/transcript/journal/index.ts'
import type { JournalStore } from '../../../lib/transcript/journal/store.ts'
import { createRecording } from '../../../lib/transcript/recording.ts'
import type { RecordingOptions } from '../../../lib/transcript/recording-state.ts'
import { createSocket } from '../../../lib/transcript/socket.ts'
import type { CaptureHandlers } from '../../../lib/transcript/take.ts'
import type { Figure } from '../../../scripts/bench.ts'

const minutes = { first: 5, last: 90 }
const batchMs = 128
const options: RecordingOptions = {
  place: 'session',
  language: 'en',
  skipSave: false,
  microphoneId: null,
  gain: 1,
  tab: null,
  patient: null,
}

/** Time that stands still until it is moved. */
function simulatedClock() {
  let now = 0
  const due = new Set<{ atMs: number; call: () => void }>()
  return {
    now: () => now,
    after(ms: number, call: () => void) {
      const one = { atMs: now + ms, call }
      due.add(one)
      return () => void due.delete(one)
    },
    pass(ms: number) {
      now += ms
      for (const one of [...due].filter(({ atMs }) => atMs <= now).sort((a, b) => a.atMs - b.atMs)) {
        if (due.delete(one)) one.call()
      }
    },
  }
}

/** A disk whose bytes are not this process's: only how many chunks there are is kept. */
function farDisk(): JournalStore & { written: number } {
  return {
    written: 0,
    create: async () => {},
    recordings: async () => [],
    acknowledge: async () => {},
    async write(_id, chunks) {
      this.written += chunks.length
    },
    read: async () => [],
    async extent() {
      return { chunks: this.written, endFrame: 0 }
    },
    remove: async () => {},
    erasures: async () => [],
    told: async () => {},
  }
}

/** A network that is away. */
class NoSocket extends EventTarget {
  constructor() {
    super()
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  }
  send() {}
  close() {}
}

/** Memory of a take that never reaches its server: the whole of it waits to be sent. */
export async function memoryFigures(): Promise<Figure[]> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const usedBytes = async () => {
    // Buffers are swept after the collection that found them dead.
    for (let i = 0; i < 4; i++) {
      gc()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const clock = simulatedClock()
  const store = farDisk()
  const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
  const journal = createJournal({
    store,
    keyHolder: async () => ({ keyId: 'one', jwk: { kty: 'RSA', n, e }, userId: crypto.randomUUID() }),
    unwrap: async () => '',
    forget: async () => {},
    estimate: async () => ({}),
    clock,
  })
  const heard: { handlers: CaptureHandlers | null } = { handlers: null }
  const recording = createRecording({
    clock,
    journal,
    gate: (channels) => createSilenceGate({ channels }),
    capture: async (_start: { options: RecordingOptions }, handlers) => {
      heard.handlers = handlers
      return {
        channels: 2,
        pause() {},
        resume() {},
        setGain() {},
        useMicrophone: async () => {},
        stop: async () => {},
      }
    },
    socket: (_start, { transactionId, channels, ...take }) =>
      createSocket({
        ...take,
        url: 'ws://nowhere',
        ticket: async () => null,
        clock,
        WebSocket: NoSocket as never,
        start: {
          ...{ authorization: '', language: 'en', diarize: true, skipSave: false, flags: [] },
          ...{ encoding: 'linear16', sampleRate: 16_000, channels, transactionId },
        },
      }),
  })
  const starting = recording.start({ options })
  for (let i = 0; i < 40; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.pass(batchMs)
  }
  await starting

  const used: number[] = []
  const last = (minutes.last * 60_000) / batchMs
  const first = Math.floor((minutes.first * 60_000) / batchMs)
  for (let batch = 0; batch < last; batch++) {
    const pcm = new Int16Array(batchFrames * 2).fill(4000)
    heard.handlers?.onBatch({ pcm, atFrame: batch * batchFrames })
    clock.pass(batchMs)
    // What is encrypted in other threads must come back within a second, as it does in real time.
    if (batch % 4 === 0) while (store.written < batch) await new Promise((resolve) => setImmediate(resolve))
    if (batch === first || batch === Math.floor(last) - 1) used.push(await usedBytes())
  }
  const [early = 1, late = Number.NaN] = used
  await recording.discard()
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  return [
    {
      measure: `memory of an offline take at minute ${minutes.last} against minute ${minutes.first} (simulated clock)`,
      figure: `${(late / early).toFixed(2)} × (${megabytes(early)}, ${megabytes(late)})`,
      limit: 'at most 1.1 ×',
      holds: late / early <= 1.1,
    },
  ]
}
