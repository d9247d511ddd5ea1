import type { Clock } from '../clock.ts'
import type { Stretch } from '../missing.ts'
import type { JournalHealth } from '../recording-state.ts'
import type { Chunk } from '../send-buffer.ts'
import { seal, unseal } from './cipher.ts'
import type { JournalStore, KeptRecording } from './store.ts'
import { createJournalWriter } from './writer.ts'

/** What the browser grants and how much of it is used, in bytes. */
export type Estimate = () => Promise<{ usage?: number; quota?: number }>

/** One recording on the disk. */
export interface TakeJournal {
  readonly id: string
  /** Tells its health at once and at every change, to one listener. */
  watch(onHealth: (health: JournalHealth) => void): void
  /** Resolves, in order, with whether the chunk is on the disk; after a second at the latest, and never rejects. */
  add(chunk: Chunk): Promise<boolean>
  /** Whole chunks in order, those that begin at `fromFrame` or later; at most so many. Rejects when the disk or a byte is bad. */
  read(fromFrame: number, most: number): Promise<Chunk[]>
  /** Where the chunks begin that `read` would answer; known even where their sound cannot be read. Rejects when the disk is bad. */
  places(fromFrame: number, most: number): Promise<number[]>
  /** How much is kept: chunks, and where the last one ends. */
  extent(): Promise<{ chunks: number; endFrame: number }>
  /** A frame the server has committed; kept now and then, so that a recovery knows where to begin. */
  acknowledge(frame: number): void
  /** Parts that an earlier sending could not read back, in order. */
  readonly missing: readonly Stretch[]
  /** Remembers which parts could not be read back, so that a death does not make them forgotten. Rejects when the disk is bad. */
  note(missing: readonly Stretch[]): Promise<void>
  /** Resolves when nothing waits to be written. */
  settled(): Promise<void>
  /** Everything but these parts was sent: keeps the recording for its user, who can try again or erase it, and lets go of it. Rejects when the disk is bad; it is let go of all the same. */
  keepRest(missing: readonly Stretch[]): Promise<void>
  /** Lets go of the recording and keeps it: from now on it is offered for recovery. */
  close(): Promise<void>
  /** Deletes it, and has the server never open its key again; `words`: delete what it wrote, too. The server may hear of it later. */
  erase(what: { words: boolean }): Promise<void>
}

export interface TakeJournalOptions {
  store: JournalStore
  kept: KeptRecording
  key: CryptoKey
  clock: Clock
  estimate: Estimate
  /** Gives up the hold on the recording. */
  release: () => Promise<void>
  erase: (what: { words: boolean }) => Promise<void>
}

const acknowledgeEveryMs = 10_000
const estimateEveryMs = 30_000

const placeOf = (id: string, atFrame: number) => `${id}:${atFrame}`

/** The journal of a recording that is held: writes, reads, watches over the space. */
export function openTakeJournal(options: TakeJournalOptions): TakeJournal {
  const { store, kept, key, clock } = options
  const { id } = kept
  let closed = false
  let healthy = true
  let usedShare = 0
  let acknowledged = kept.acknowledgedFrame
  let told = acknowledged

  let onHealth: (health: JournalHealth) => void = () => {}
  const tell = () => {
    if (!closed) onHealth({ state: healthy ? (kept.key.kind === 'local' ? 'weak' : 'ok') : 'failed', usedShare })
  }
  const writer = createJournalWriter({
    clock,
    onHealth(next) {
      healthy = next
      tell()
    },
    async write(chunks) {
      const sealed = chunks.map(async ({ atFrame, pcm }) => ({
        atFrame,
        frames: pcm.length / kept.channels,
        sealed: await seal(key, placeOf(id, atFrame), new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)),
      }))
      await store.write(id, await Promise.all(sealed))
    },
  })

  let cancelEstimate = () => {}
  const watchSpace = async () => {
    const { usage = 0, quota = 0 } = await options.estimate().catch(() => ({ usage: 0, quota: 0 }))
    if (closed) return
    const share = quota === 0 ? 0 : usage / quota
    // Only what a screen would show differently is told.
    if (Math.round(share * 100) !== Math.round(usedShare * 100)) {
      usedShare = share
      tell()
    }
    cancelEstimate = clock.after(estimateEveryMs, () => void watchSpace())
  }
  let cancelAcknowledge: (() => void) | null = null
  const quiet = () => {
    closed = true
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
    missing: kept.missing ?? [],
    note: (missing) => store.note(id, { missing }),
    acknowledge(frame) {
      acknowledged = Math.max(acknowledged, frame)
      if (closed || acknowledged === told) return
      cancelAcknowledge ??= clock.after(acknowledgeEveryMs, () => {
        cancelAcknowledge = null
        told = acknowledged
        // Only a hint for a recovery: the server itself knows better.
        store.acknowledge(id, acknowledged).catch(() => {})
      })
    },
    settled: () => writer.settled(),
    async keepRest(missing) {
      quiet()
      try {
        await store.note(id, { missing, sent: true, againAs: null })
      } finally {
        await options.release()
      }
    },
    async close() {
      quiet()
      await options.release()
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
