import type { Clock } from '../clock.ts'
import type { JournalHealth } from '../recording-state.ts'
import type { Chunk, FrameRange } from '../timeline.ts'
import { seal, unseal } from './cipher.ts'
import type { JournalStore, KeptRecording } from './store.ts'
import { createJournalWriter } from './writer.ts'

export type Estimate = () => Promise<{ usage?: number; quota?: number }>

export interface TakeJournal {
  readonly id: string
  watch(onHealth: (health: JournalHealth) => void): void
  /**
   * Encrypts and writes a chunk. The promises resolve in the order of the calls: with true if the chunk is on the disk,
   * with false if writing failed or took longer than one second. Never rejects.
   */
  add(chunk: Chunk): Promise<boolean>
  /**
   * Returns at most `most` whole chunks that begin at `fromFrame` or later, in order. Rejects when the disk fails or
   * one of the chunks cannot be decrypted.
   */
  read(fromFrame: number, most: number): Promise<Chunk[]>
  places(fromFrame: number, most: number): Promise<number[]>
  extent(): Promise<{ chunks: number; endFrame: number }>
  acknowledge(frame: number): void
  /** Parts that could not be read back when the recording was sent before, in order. */
  readonly missing: readonly FrameRange[]
  /**
   * Stores the parts that could not be read back, so that they are still known after a crash. Rejects when the disk
   * fails.
   */
  note(missing: readonly FrameRange[]): Promise<void>
  settled(): Promise<void>
  /**
   * Call this function when everything except the parts `missing` was sent. Keeps the recording, so that the user can
   * send it again or erase it, and releases the lock of the recording. If the disk fails, rejects and also releases the
   * lock.
   */
  keepRest(missing: readonly FrameRange[]): Promise<void>
  /**
   * Releases the lock and keeps the recording, which is then offered for recovery. `finishedAt`: when the user has
   * finished the recording, in milliseconds since 1970; the recording is then sent as soon as possible. If the disk
   * fails, rejects and also releases the lock.
   */
  close(finishedAt?: number): Promise<void>
  erase(what: { words: boolean }): Promise<void>
}

export interface TakeJournalOptions {
  store: JournalStore
  kept: KeptRecording
  key: CryptoKey
  clock: Clock
  estimate: Estimate
  release: () => Promise<void>
  erase: (what: { words: boolean }) => Promise<void>
}

const acknowledgeEveryMs = 10_000
const estimateEveryMs = 30_000

const placeOf = (id: string, atFrame: number) => `${id}:${atFrame}`

/**
 * Creates the journal of one recording: writes and reads its audio, and reports the used storage. The caller must hold
 * the lock of the recording, so that no other page writes the same recording.
 */
export function openTakeJournal(options: TakeJournalOptions): TakeJournal {
  const { store, kept: recording, key, clock } = options
  const { id } = recording
  let isClosed = false
  let healthy = true
  let usedShare = 0
  let acknowledged = recording.acknowledgedFrame
  let storedFrame = acknowledged

  let onHealth: (health: JournalHealth) => void = () => {}
  const tell = () => {
    if (!isClosed) onHealth({ state: healthy ? (recording.key.kind === 'local' ? 'weak' : 'ok') : 'failed', usedShare })
  }
  const writer = createJournalWriter({
    clock,
    onHealth(isHealthy) {
      healthy = isHealthy
      tell()
    },
    async write(chunks) {
      const sealed = chunks.map(async ({ atFrame, pcm }) => ({
        atFrame,
        frames: pcm.length / recording.channels,
        sealed: await seal(key, placeOf(id, atFrame), new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)),
      }))
      await store.write(id, await Promise.all(sealed))
    },
  })

  let cancelEstimate = () => {}
  const watchSpace = async () => {
    const { usage = 0, quota = 0 } = await options.estimate().catch(() => ({ usage: 0, quota: 0 }))
    if (isClosed) return
    const share = quota === 0 ? 0 : usage / quota
    // Report only a change of a whole percent, because screens show the share as a whole percentage.
    if (Math.round(share * 100) !== Math.round(usedShare * 100)) {
      usedShare = share
      tell()
    }
    cancelEstimate = clock.after(estimateEveryMs, () => void watchSpace())
  }
  let cancelAcknowledge: (() => void) | null = null
  const quiet = () => {
    isClosed = true
    cancelEstimate()
    cancelAcknowledge?.()
  }

  void watchSpace()

  return {
    id,
    watch(listener) {
      onHealth = listener
      tell()
    },
    add: (chunk) => writer.add(chunk),
    async read(fromFrame, most) {
      const chunks = await store.read(id, fromFrame, most)
      return Promise.all(
        chunks.map(async ({ atFrame, sealed }) => ({
          atFrame,
          pcm: new Int16Array((await unseal(key, placeOf(id, atFrame), sealed)).buffer),
        })),
      )
    },
    places: (fromFrame, most) => store.places(id, fromFrame, most),
    extent: () => store.extent(id),
    missing: recording.missing ?? [],
    note: (missingParts) => store.note(id, { missing: missingParts }),
    acknowledge(frame) {
      acknowledged = Math.max(acknowledged, frame)
      if (isClosed || acknowledged === storedFrame) return
      cancelAcknowledge ??= clock.after(acknowledgeEveryMs, () => {
        cancelAcknowledge = null
        storedFrame = acknowledged
        // Ignore a failure. The disk then has an older position, and a recovery begins there. The recovery skips the
        // audio that the server has already, because the server reports its exact position.
        store.acknowledge(id, acknowledged).catch(() => {})
      })
    },
    settled: () => writer.settled(),
    async keepRest(missingParts) {
      quiet()
      try {
        await store.note(id, { missing: missingParts, sent: true, againAs: null })
      } finally {
        await options.release()
      }
    },
    async close(finishedAt) {
      quiet()
      try {
        if (finishedAt !== undefined) await store.note(id, { finishedAt })
      } finally {
        await options.release()
      }
    },
    async erase(what) {
      quiet()
      try {
        await writer.settled()
        await options.erase(what)
      } finally {
        await options.release()
      }
    },
  }
}
