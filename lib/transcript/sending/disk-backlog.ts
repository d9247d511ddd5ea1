import type { Clock } from '../clock.ts'
import type { Chunk, FrameRange } from '../timeline.ts'
import { chunkFrames, createDiskReader, DiskAway, type StoredAudio } from './disk-reader.ts'

interface StoredRange extends FrameRange {
  whole: boolean
}

/**
 * The second part of the send queue: the audio after the chunks that the send buffer has in memory. It contains, in
 * order, parts that are on the disk, and chunks that exist only in memory.
 */
export interface DiskBacklog {
  readonly chunks: number
  readonly inMemory: number
  /**
   * True while a read runs. New audio must then go to the end of this backlog. Otherwise it would be sent before the
   * audio that is being read.
   */
  readonly reading: boolean
  chunksHeld(): Chunk[]
  whole(): FrameRange[]
  add(range: StoredRange): void
  hold(chunk: Chunk): void
  fetch(most: number): void
  /** Drops everything before `frame`, because the server has committed it. */
  drop(frame: number): void
}

const fetchChunks = 100
/**
 * Minimum number of chunks per read. A read begins up to 2,047 frames before the wanted part. These frames may contain
 * several chunks, because a chunk before a pause can be very short. A smaller read might return only chunks that end
 * before the wanted part, and the next read would return the same chunks.
 */
const fetchLeast = 20
/** Wait in milliseconds before the next read when nothing could be read. Doubled after each failure, up to `most`. */
const awayWaitMs = { first: 5000, most: 30_000 }

export interface DiskBacklogOptions extends StoredAudio {
  channels: 1 | 2
  clock: Pick<Clock, 'after'>
  take: (chunk: Chunk) => void
  onFetched: () => void
  onMissing: (part: FrameRange) => void
  onDiskAway: (away: boolean) => void
}

export function createDiskBacklog(options: DiskBacklogOptions): DiskBacklog {
  const { channels, clock, take, onFetched, onMissing, onDiskAway } = options
  const readRange = createDiskReader(options)
  const items: (StoredRange | Chunk)[] = []
  let neededFrame = 0
  let reading = false
  let restMs: number | null = null
  let resting = false
  const isChunk = (item: StoredRange | Chunk): item is Chunk => 'pcm' in item
  const endOf = (item: StoredRange | Chunk) =>
    isChunk(item) ? item.atFrame + item.pcm.length / channels : item.endFrame
  const lengthOf = (item: StoredRange | Chunk) =>
    isChunk(item) ? 1 : Math.ceil((item.endFrame - item.fromFrame) / chunkFrames)

  const cutChunk = ({ pcm, atFrame }: Chunk, { fromFrame, endFrame }: FrameRange): Chunk => {
    const from = Math.max(atFrame, fromFrame)
    const to = Math.min(atFrame + pcm.length / channels, endFrame)
    return { atFrame: from, pcm: pcm.subarray((from - atFrame) * channels, Math.max(0, to - atFrame) * channels) }
  }
  const miss = (fromFrame: number, endFrame: number) => {
    const part = { fromFrame: Math.max(fromFrame, neededFrame), endFrame }
    if (part.endFrame > part.fromFrame) onMissing(part)
  }

  const bring = async (range: StoredRange, most: number) => {
    const { chunks, unreadable, more: hasMore } = await readRange(range, most)
    let reached = range.fromFrame
    const passGap = (toFrame: number) => {
      if (range.whole && toFrame > reached) miss(reached, toFrame)
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
      const end = Math.min(endFrame, range.endFrame)
      if (end <= reached) continue
      passGap(fromFrame)
      if (chunk === null) miss(Math.max(reached, fromFrame), end)
      else if (end > neededFrame) take(cutChunk(chunk, range))
      reached = end
    }
    if (hasMore && reached < range.endFrame) {
      range.fromFrame = reached
      return
    }
    passGap(range.endFrame)
    items.shift()
  }

  const noteFailure = (error: unknown) => {
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
    add(range) {
      const last = items.at(-1)
      // Do not extend a part while it is being read. The running read would not include the added audio, and the added
      // audio would count as missing.
      const isFree = !(reading && items.length === 1)
      if (last && !isChunk(last) && last.endFrame === range.fromFrame && last.whole === range.whole && isFree) {
        last.endFrame = range.endFrame
      } else items.push({ ...range })
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
        .then(worked, noteFailure)
        .finally(() => {
          reading = false
          onFetched()
        })
    },
    drop(frame) {
      neededFrame = Math.max(neededFrame, frame)
      if (reading) return
      while (items[0] !== undefined && endOf(items[0]) <= frame) items.shift()
      const first = items[0]
      if (first !== undefined && !isChunk(first)) first.fromFrame = Math.max(first.fromFrame, frame)
    },
  }
}
