import type { Clock } from './clock.ts'
import type { Stretch } from './missing.ts'
import type { Chunk } from './send-buffer.ts'

/** Where the sound of a take is kept. */
export interface KeptSound {
  /** Whole chunks in order, those that begin at `fromFrame` or later; at most so many. Rejects when one of them cannot be read. */
  read: (fromFrame: number, most: number) => Promise<Chunk[]>
  /**
   * Where these chunks begin; known without reading any sound. Left out: each chunk is taken to begin where the one before
   * it ends, so that a pause beside an unreadable chunk may be reported as missing, too.
   */
  places?: ((fromFrame: number, most: number) => Promise<number[]>) | undefined
}

/** What was read of a stretch. */
export interface Reading {
  /** Whole chunks, in order; the first may begin before the stretch, the last may end after it. */
  chunks: Chunk[]
  /** Chunks that the disk does not give back while it gives back others, in order. */
  unreadable: Stretch[]
  /** More of the stretch may be kept behind these. */
  more: boolean
}

/** The disk gives nothing back at all. Nothing is known to be lost: the same reading may succeed later. */
export class DiskAway extends Error {
  override readonly name = 'DiskAway'
}

/** Frames in nearly every chunk; the last one before a pause is shorter. None is longer. */
export const chunkFrames = 2048
/** Waits between the tries of one reading, in milliseconds: an error that passes within 6 s costs nothing. */
const readWaitsMs = [100, 200, 400, 800, 1600, 3200]
/** Waits between the tries of one chunk, once all others around it were read. */
const chunkWaitsMs = [50, 100, 200]
/** So many places are tried to learn whether the disk gives back anything. */
const witnessPlaces = 16

/**
 * Reads kept sound from a disk that may fail. A failed reading is tried again with growing waits. When it still fails, the
 * chunks are read one by one, so that only those are given up that cannot be read while others can.
 * Rejects with DiskAway when no chunk can be read.
 */
export function createKeptReader({
  channels,
  read,
  places,
  clock,
}: KeptSound & { channels: 1 | 2; clock: Pick<Clock, 'after'> }) {
  /** The place of a chunk that was read. While it can be read again, the disk works. */
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
      throw new DiskAway('The disk gives nothing back.', { cause })
    }
  }

  /** Resolves when the disk gives back another chunk than the one that cannot be read; rejects with DiskAway. */
  const findWitness = async (unreadable: number, endFrame: number) => {
    if (witness !== null) {
      await orAway(read(witness, 1))
      return
    }
    for (let i = 0; i < witnessPlaces; i++) {
      try {
        const [chunk] = await read(Math.floor((endFrame * i) / witnessPlaces), 1)
        if (chunk !== undefined && chunk.atFrame !== unreadable) {
          witness = chunk.atFrame
          return
        }
      } catch {}
    }
    throw new DiskAway('The disk gives nothing back.')
  }

  const oneByOne = async (stretch: Stretch, most: number): Promise<Reading> => {
    const reading: Reading = { chunks: [], unreadable: [], more: true }
    let atFrame = stretch.fromFrame
    // The chunk that holds the first frame may begin before it.
    let fromFrame = Math.max(0, stretch.fromFrame - chunkFrames + 1)
    for (let i = 0; i < most; i++) {
      const place = places === undefined ? atFrame : (await orAway(places(fromFrame, 1)))[0]
      if (place === undefined || place >= stretch.endFrame) return { ...reading, more: false }
      try {
        const [chunk] = await withRetries(chunkWaitsMs, () => read(fromFrame, 1))
        if (chunk === undefined || chunk.atFrame >= stretch.endFrame) return { ...reading, more: false }
        witness = chunk.atFrame
        reading.chunks.push(chunk)
        atFrame = chunk.atFrame + chunk.pcm.length / channels
        fromFrame = atFrame
      } catch {
        await findWitness(place, stretch.endFrame)
        const nextFrame = await nextPlace(place)
        const endFrame = Math.min(place + chunkFrames, nextFrame ?? stretch.endFrame, stretch.endFrame)
        reading.unreadable.push({ fromFrame: place, endFrame })
        atFrame = endFrame
        fromFrame = places === undefined ? endFrame : place + 1
      }
    }
    return reading
  }
  const nextPlace = async (place: number): Promise<number | undefined> => {
    if (places !== undefined) return (await orAway(places(place + 1, 1)))[0]
    return (await read(place + 1, 1).catch(() => []))[0]?.atFrame
  }

  return async (stretch: Stretch, most: number): Promise<Reading> => {
    const fromFrame = Math.max(0, stretch.fromFrame - chunkFrames + 1)
    try {
      // One more than asked for: the first may end before the stretch begins.
      const chunks = await withRetries(readWaitsMs, () => read(fromFrame, most + 1))
      witness = chunks.at(-1)?.atFrame ?? witness
      const more = chunks.length > most && (chunks.at(-1)?.atFrame ?? 0) < stretch.endFrame
      return { chunks: chunks.filter(({ atFrame }) => atFrame < stretch.endFrame), unreadable: [], more }
    } catch {
      return oneByOne(stretch, most + 1)
    }
  }
}
export type KeptReader = ReturnType<typeof createKeptReader>
