import type { Clock } from './clock.ts'
import { chunkFrames, createKeptReader, DiskAway, type KeptSound } from './kept-reader.ts'
import type { Stretch } from './missing.ts'
import type { Chunk } from './send-buffer.ts'

/** A stretch of the take that is to be sent and lies on the disk. */
interface KeptStretch extends Stretch {
  /** The disk took every frame of it: what is not found there is lost, and no pause. */
  whole: boolean
}

/** What waits behind the chunks in memory: stretches on the disk, and between them chunks that are nowhere else. In order. */
export interface Shelf {
  /** By their length. */
  readonly chunks: number
  readonly inMemory: number
  /** Something is being read back; what comes now stands behind it. */
  readonly reading: boolean
  /** The chunks that are nowhere but in memory, in order. */
  chunksHeld(): Chunk[]
  /** The stretches that the disk took as a whole, in order. */
  whole(): Stretch[]
  add(stretch: KeptStretch): void
  hold(chunk: Chunk): void
  /** Reads back about so many chunks and gives them to `take`; nothing happens while an earlier reading goes on. */
  fetch(most: number): void
  /** What lies before `frame` is not needed any more. */
  drop(frame: number): void
}

/** Chunks of one reading. */
const fetchChunks = 100
/** A reading smaller than this might never come past the crumbs that pauses leave. */
const fetchLeast = 20
/** A disk that gave nothing back is asked again after this long, and then after twice as long each time. */
const awayWaitMs = { first: 5000, most: 30_000 }

export interface ShelfOptions extends KeptSound {
  channels: 1 | 2
  clock: Pick<Clock, 'after'>
  /** Gets each chunk, in order. */
  take: (chunk: Chunk) => void
  /** Called after every reading, whatever it brought. */
  onFetched: () => void
  /** A part that is to be sent and cannot be read back; it stays a gap. */
  onMissing: (part: Stretch) => void
  /** Whether the disk gives nothing back: told when that begins and when it ends. */
  onDiskAway: (away: boolean) => void
}

/** Keeps the order of what is to be sent; nothing is dropped because the disk fails. */
export function createShelf(options: ShelfOptions): Shelf {
  const { channels, clock, take, onFetched, onMissing, onDiskAway } = options
  const read = createKeptReader(options)
  const items: (KeptStretch | Chunk)[] = []
  let neededFrame = 0
  let reading = false
  /** How long the disk is left alone after its last failure, in milliseconds; null: it works. */
  let restMs: number | null = null
  let resting = false
  const isChunk = (item: KeptStretch | Chunk): item is Chunk => 'pcm' in item
  const lengthOf = (item: KeptStretch | Chunk) =>
    isChunk(item) ? 1 : Math.ceil((item.endFrame - item.fromFrame) / chunkFrames)

  /** The part of a kept chunk that was to be sent. */
  const cut = ({ pcm, atFrame }: Chunk, { fromFrame, endFrame }: Stretch): Chunk => {
    const from = Math.max(atFrame, fromFrame)
    const to = Math.min(atFrame + pcm.length / channels, endFrame)
    return { atFrame: from, pcm: pcm.subarray((from - atFrame) * channels, Math.max(0, to - atFrame) * channels) }
  }
  const miss = (fromFrame: number, endFrame: number) => {
    const part = { fromFrame: Math.max(fromFrame, neededFrame), endFrame }
    if (part.endFrame > part.fromFrame) onMissing(part)
  }

  const bring = async (stretch: KeptStretch, most: number) => {
    const { chunks, unreadable, more } = await read(stretch, most)
    let reached = stretch.fromFrame
    const passGap = (toFrame: number) => {
      if (stretch.whole && toFrame > reached) miss(reached, toFrame)
    }
    const parts = [
      ...chunks.map((chunk) => ({
        chunk,
        fromFrame: chunk.atFrame,
        endFrame: chunk.atFrame + chunk.pcm.length / channels,
      })),
      ...unreadable.map((part) => ({ chunk: null, ...part })),
    ].toSorted((a, b) => a.fromFrame - b.fromFrame)
    for (const { chunk, fromFrame, endFrame } of parts) {
      const end = Math.min(endFrame, stretch.endFrame)
      if (end <= reached) continue
      passGap(fromFrame)
      if (chunk === null) miss(Math.max(reached, fromFrame), end)
      else if (end > neededFrame) take(cut(chunk, stretch))
      reached = end
    }
    if (more && reached < stretch.endFrame) {
      stretch.fromFrame = reached
      return
    }
    passGap(stretch.endFrame)
    items.shift()
  }

  const failed = (error: unknown) => {
    if (!(error instanceof DiskAway)) throw error
    if (restMs === null) onDiskAway(true)
    restMs = restMs === null ? awayWaitMs.first : Math.min(2 * restMs, awayWaitMs.most)
    resting = true
    clock.after(restMs, () => {
      resting = false
      onFetched()
    })
  }
  const worked = () => {
    if (restMs !== null) onDiskAway(false)
    restMs = null
  }

  return {
    get chunks() {
      return items.reduce((sum, item) => sum + lengthOf(item), 0)
    },
    get inMemory() {
      return items.filter(isChunk).length
    },
    get reading() {
      return reading
    },
    chunksHeld: () => items.filter(isChunk),
    whole: () => items.flatMap((item) => (isChunk(item) || !item.whole ? [] : [item])),
    add(stretch) {
      const last = items.at(-1)
      // A stretch that is being read must not grow under the reader's hands.
      const isFree = !(reading && items.length === 1)
      if (last && !isChunk(last) && last.endFrame === stretch.fromFrame && last.whole === stretch.whole && isFree) {
        last.endFrame = stretch.endFrame
      } else items.push({ ...stretch })
    },
    hold(chunk) {
      items.push(chunk)
    },
    fetch(most) {
      const first = items[0]
      if (reading || resting || first === undefined) return
      if (isChunk(first)) {
        items.shift()
        take(first)
        return
      }
      reading = true
      void bring(first, Math.max(fetchLeast, Math.min(most, fetchChunks)))
        .then(worked, failed)
        .finally(() => {
          reading = false
          onFetched()
        })
    },
    drop(frame) {
      neededFrame = Math.max(neededFrame, frame)
      if (reading) return
      while (items[0] !== undefined && !isChunk(items[0]) && items[0].endFrame <= frame) items.shift()
      const first = items[0]
      if (first !== undefined && !isChunk(first)) first.fromFrame = Math.max(first.fromFrame, frame)
      while (items[0] !== undefined && isChunk(items[0]) && items[0].atFrame + items[0].pcm.length / channels <= frame)
        items.shift()
    },
  }
}
