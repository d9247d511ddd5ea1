import type { Chunk } from './send-buffer.ts'

/** A stretch of the take that is to be sent and lies on the disk. */
interface Stretch {
  fromFrame: number
  endFrame: number
}

/** What waits behind the chunks in memory: stretches on the disk, and between them chunks that are nowhere else. In order. */
export interface Shelf {
  /** By their length. */
  readonly chunks: number
  readonly inMemory: number
  /** Something is being read back; what comes now stands behind it. */
  readonly reading: boolean
  add(fromFrame: number, endFrame: number): void
  hold(chunk: Chunk): void
  /** Reads back about so many chunks and gives them to `take`; nothing happens while an earlier reading goes on. */
  fetch(most: number): void
  /** What lies before `frame` is not needed any more. */
  drop(frame: number): void
}

/** Frames in nearly every chunk; a longer wait is told by the same measure. */
const chunkFrames = 2048
const fetchChunks = 100

/** A reading smaller than this might never come past the crumbs that pauses leave. */
const fetchLeast = 20
/** What cannot be read back after so many tries stays a gap: it must not hold up the rest. */
const readTries = 5

/** `take` gets each chunk in order; `onFetched` is called after every reading, whatever it brought. */
export function createShelf({
  channels,
  read,
  take,
  onFetched,
}: {
  channels: 1 | 2
  read: (fromFrame: number, most: number) => Promise<Chunk[]>
  take: (chunk: Chunk) => void
  onFetched: () => void
}): Shelf {
  const items: (Stretch | Chunk)[] = []
  let neededFrame = 0
  let reading = false
  let failures = 0
  const isChunk = (item: Stretch | Chunk): item is Chunk => 'pcm' in item
  const lengthOf = (item: Stretch | Chunk) =>
    isChunk(item) ? 1 : Math.ceil((item.endFrame - item.fromFrame) / chunkFrames)

  /** The part of a kept chunk that was to be sent. */
  const cut = ({ pcm, atFrame }: Chunk, { fromFrame, endFrame }: Stretch): Chunk => {
    const from = Math.max(atFrame, fromFrame)
    const to = Math.min(atFrame + pcm.length / channels, endFrame)
    return { atFrame: from, pcm: pcm.subarray((from - atFrame) * channels, Math.max(0, to - atFrame) * channels) }
  }

  const bring = async (stretch: Stretch, most: number) => {
    // The chunk that holds the first frame may begin before it.
    const found = await read(Math.max(0, stretch.fromFrame - chunkFrames + 1), most + 1)
    let reached = stretch.fromFrame
    for (const chunk of found) {
      if (chunk.atFrame >= stretch.endFrame) break
      const part = cut(chunk, stretch)
      reached = Math.max(reached, part.atFrame + part.pcm.length / channels)
      if (part.pcm.length > 0 && reached > neededFrame) take(part)
    }
    const ended =
      found.length < most + 1 || reached >= stretch.endFrame || (found.at(-1)?.atFrame ?? 0) >= stretch.endFrame
    if (ended) items.shift()
    else stretch.fromFrame = reached
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
    add(fromFrame, endFrame) {
      const last = items.at(-1)
      // A stretch that is being read must not grow under the reader's hands.
      if (last && !isChunk(last) && last.endFrame === fromFrame && !(reading && items.length === 1)) {
        last.endFrame = endFrame
      } else items.push({ fromFrame, endFrame })
    },
    hold(chunk) {
      items.push(chunk)
    },
    fetch(most) {
      const first = items[0]
      if (reading || first === undefined) return
      if (isChunk(first)) {
        items.shift()
        take(first)
        return
      }
      reading = true
      void bring(first, Math.max(fetchLeast, Math.min(most, fetchChunks)))
        .then(() => {
          failures = 0
        })
        .catch(() => {
          if (++failures < readTries) return
          failures = 0
          items.shift()
        })
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
