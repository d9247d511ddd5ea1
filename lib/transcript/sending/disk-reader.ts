import type { Clock } from '../clock.ts'
import type { Chunk, FrameRange } from '../timeline.ts'

export interface StoredAudio {
  /**
   * Returns at most `most` whole chunks that begin at `fromFrame` or later, in order. Rejects when one of these chunks
   * cannot be read.
   */
  read: (fromFrame: number, most: number) => Promise<Chunk[]>
  /**
   * Returns the first frame of each chunk that `read` would return, without reading any audio. If this function is
   * absent, each chunk is assumed to begin where the previous chunk ends. A pause next to an unreadable chunk may then
   * be reported as missing, too.
   */
  places?: ((fromFrame: number, most: number) => Promise<number[]>) | undefined
}

export interface Reading {
  chunks: Chunk[]
  /**
   * The unreadable chunks, in order. A chunk counts as unreadable only if another chunk of the recording can be read.
   */
  unreadable: FrameRange[]
  more: boolean
}

/** Thrown if nothing can be read from the disk. The audio is not lost: the same read may succeed later. */
export class DiskAway extends Error {
  override readonly name = 'DiskAway'
}

/** Frames per chunk. Only the last chunk before a pause is shorter; no chunk is longer. */
export const chunkFrames = 2048
/** Waits between the retries of one read, in milliseconds. An error that lasts less than 6 s loses no audio. */
const readWaitsMs = [100, 200, 400, 800, 1600, 3200]
const chunkWaitsMs = [50, 100, 200]
const witnessPlaces = 16

/**
 * Reads stored audio from a disk that may fail. A failed read is retried with growing waits. If every retry fails, the
 * chunks are read one by one. An unreadable chunk is given up only if another chunk can be read. Rejects with DiskAway
 * when no chunk can be read.
 */
export function createDiskReader({
  channels,
  read: readChunks,
  places,
  clock,
}: StoredAudio & { channels: 1 | 2; clock: Pick<Clock, 'after'> }) {
  let witness: number | null = null
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

  const withRetries = async <Answer>(waitsMs: readonly number[], task: () => Promise<Answer>): Promise<Answer> => {
    for (const waitMs of waitsMs) {
      try {
        return await task()
      } catch {
        await wait(waitMs)
      }
    }
    return task()
  }
  const orAway = async <Answer>(task: Promise<Answer>): Promise<Answer> => {
    try {
      return await task
    } catch (cause) {
      throw new DiskAway('This computer’s disk returned no data. Try again.', { cause })
    }
  }

  /** Resolves when a chunk other than the unreadable one can be read. Otherwise rejects with DiskAway. */
  const findWitness = async (unreadable: number, endFrame: number) => {
    if (witness !== null) {
      await orAway(readChunks(witness, 1))
      return
    }
    for (let i = 0; i < witnessPlaces; i++) {
      try {
        const [chunk] = await readChunks(Math.floor((endFrame * i) / witnessPlaces), 1)
        if (chunk !== undefined && chunk.atFrame !== unreadable) {
          witness = chunk.atFrame
          return
        }
      } catch {}
    }
    throw new DiskAway('This computer’s disk returned no data. Try again.')
  }

  const oneByOne = async (range: FrameRange, most: number): Promise<Reading> => {
    const reading: Reading = { chunks: [], unreadable: [], more: true }
    let atFrame = range.fromFrame
    let fromFrame = Math.max(0, range.fromFrame - chunkFrames + 1)
    for (let i = 0; i < most; i++) {
      const place = places === undefined ? atFrame : (await orAway(places(fromFrame, 1)))[0]
      if (place === undefined || place >= range.endFrame) return { ...reading, more: false }
      try {
        const [chunk] = await withRetries(chunkWaitsMs, () => readChunks(fromFrame, 1))
        if (chunk === undefined || chunk.atFrame >= range.endFrame) return { ...reading, more: false }
        witness = chunk.atFrame
        reading.chunks.push(chunk)
        atFrame = chunk.atFrame + chunk.pcm.length / channels
        fromFrame = atFrame
      } catch {
        await findWitness(place, range.endFrame)
        const nextFrame = await nextPlace(place)
        const endFrame = Math.min(place + chunkFrames, nextFrame ?? range.endFrame, range.endFrame)
        reading.unreadable.push({ fromFrame: place, endFrame })
        atFrame = endFrame
        fromFrame = endFrame
      }
    }
    return reading
  }
  const nextPlace = async (place: number): Promise<number | undefined> => {
    if (places !== undefined) return (await orAway(places(place + 1, 1)))[0]
    return (await readChunks(place + 1, 1).catch(() => []))[0]?.atFrame
  }

  return async (range: FrameRange, most: number): Promise<Reading> => {
    const fromFrame = Math.max(0, range.fromFrame - chunkFrames + 1)
    try {
      // Read one chunk more, because the first chunk may end before the requested part begins.
      const chunks = await withRetries(readWaitsMs, () => readChunks(fromFrame, most + 1))
      witness = chunks.at(-1)?.atFrame ?? witness
      const hasMore = chunks.length > most && (chunks.at(-1)?.atFrame ?? 0) < range.endFrame
      return { chunks: chunks.filter(({ atFrame }) => atFrame < range.endFrame), unreadable: [], more: hasMore }
    } catch {
      return oneByOne(range, most + 1)
    }
  }
}
export type DiskReader = ReturnType<typeof createDiskReader>
