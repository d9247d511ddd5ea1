import { framesPerMs } from '../../contracts/audio.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Chunk, FrameRange } from '../timeline.ts'
import { createDiskBacklog, type DiskBacklog } from './disk-backlog.ts'
import type { StoredAudio } from './disk-reader.ts'

type Outgoing = { type: 'audio'; pcm: Int16Array<ArrayBuffer> } | { type: 'gap'; ms: number }

export interface SendBuffer {
  readonly endFrame: number
  readonly audioFrames: number
  readonly acknowledgedFrame: number
  readonly backlog: number
  readonly inMemory: number
  readonly unkeptFrame: number
  readonly allKept: boolean
  known(part: FrameRange): { chunks: Chunk[]; kept: FrameRange[] }
  /**
   * Adds a chunk. Chunks must arrive in order; a jump forward becomes a gap. `kept`: the chunk can be read back from
   * the disk. Throws a RangeError if a chunk begins before the end of the previous one.
   */
  add(chunk: Chunk, kept?: boolean): void
  advance(frame: number): void
  next(last?: boolean): Outgoing | null
  acknowledge(frame: number): void
  replayFrom(frame: number): void
  onRefill(listener: () => void): void
}

export interface SendBufferOptions extends Partial<StoredAudio> {
  channels: 1 | 2
  window?: number
  kept?: FrameRange
  clock?: Pick<Clock, 'after'>
  onMissing?: (part: FrameRange) => void
  onFound?: (part: FrameRange) => void
  onDiskAway?: (away: boolean) => void
}

/** Maximum number of sent but unacknowledged chunks (product 14.2). */
const windowChunks = 500
/** Additional chunks in memory, so that reading from the disk stays ahead of sending. */
const aheadChunks = 100
const gapMaxFrames = 86_400_000 * framesPerMs
const silenceFrames = 1000 * framesPerMs

export function createSendBuffer(options: SendBufferOptions): SendBuffer {
  const { channels, window = windowChunks, read: readChunks, places, kept: keptRange, clock = systemClock } = options
  const endOf = (chunk: Chunk) => chunk.atFrame + chunk.pcm.length / channels
  const chunks: Chunk[] = []
  let refilled = () => {}
  const diskBacklog: DiskBacklog | null =
    readChunks === undefined
      ? null
      : createDiskBacklog({
          channels,
          read: readChunks,
          places,
          clock,
          take: (chunk) => {
            chunks.push(chunk)
            options.onFound?.({ fromFrame: chunk.atFrame, endFrame: endOf(chunk) })
          },
          onFetched: () => refilled(),
          onMissing: options.onMissing ?? (() => {}),
          onDiskAway: options.onDiskAway ?? (() => {}),
        })
  let sentCount = 0
  let wireFrame = keptRange?.fromFrame ?? 0
  let endFrame = keptRange?.endFrame ?? 0
  let audioFrames = 0
  let acknowledgedFrame = keptRange?.fromFrame ?? 0
  let unkeptFrame = 0
  const room = window + aheadChunks
  // `whole: false`, because a kept take can have pauses, and a pause has no audio on the disk. So a frame that the disk
  // does not have may belong to a pause, and does not count as missing.
  if (keptRange !== undefined) diskBacklog?.add({ ...keptRange, whole: false })

  const acknowledge = (frame: number) => {
    acknowledgedFrame = Math.max(acknowledgedFrame, Math.min(frame, endFrame))
    let passedCount = 0
    for (const chunk of chunks) {
      if (endOf(chunk) > acknowledgedFrame) break
      passedCount++
    }
    chunks.splice(0, passedCount)
    sentCount = Math.max(0, sentCount - passedCount)
    wireFrame = Math.max(wireFrame, acknowledgedFrame)
    diskBacklog?.drop(acknowledgedFrame)
  }

  return {
    get endFrame() {
      return endFrame
    },
    get audioFrames() {
      return audioFrames
    },
    get acknowledgedFrame() {
      return acknowledgedFrame
    },
    get backlog() {
      return chunks.length - sentCount + (diskBacklog?.chunks ?? 0)
    },
    get inMemory() {
      return chunks.length + (diskBacklog?.inMemory ?? 0)
    },
    get unkeptFrame() {
      return unkeptFrame
    },
    get allKept() {
      return unkeptFrame <= acknowledgedFrame
    },
    known({ fromFrame, endFrame }) {
      const inMemory = [...chunks, ...(diskBacklog?.chunksHeld() ?? [])]
      return {
        chunks: inMemory.filter((chunk) => chunk.atFrame < endFrame && endOf(chunk) > fromFrame),
        kept: (diskBacklog?.whole() ?? []).filter((part) => part.fromFrame < endFrame && part.endFrame > fromFrame),
      }
    },
    add(chunk, isKept = false) {
      if (chunk.pcm.length === 0) return
      if (chunk.atFrame < endFrame) throw new RangeError('Audio must come in order')
      endFrame = endOf(chunk)
      audioFrames += chunk.pcm.length / channels
      if (!isKept) unkeptFrame = endFrame
      if (
        diskBacklog === null ||
        (diskBacklog.chunks === 0 && !diskBacklog.reading && (chunks.length < room || !isKept))
      ) {
        chunks.push(chunk)
      } else if (isKept) diskBacklog.add({ fromFrame: chunk.atFrame, endFrame, whole: true })
      else diskBacklog.hold(chunk)
    },
    advance(frame) {
      endFrame = Math.max(endFrame, frame)
    },
    next(isLast = false) {
      if (diskBacklog !== null && chunks.length < room) diskBacklog.fetch(room - chunks.length)
      const chunk = chunks[sentCount]
      if (chunk === undefined) {
        const silence =
          diskBacklog === null || (diskBacklog.chunks === 0 && !diskBacklog.reading) ? endFrame - wireFrame : 0
        if (silence < (isLast ? 1 : silenceFrames)) return null
        const gap = Math.min(silence, gapMaxFrames)
        wireFrame += gap
        return { type: 'gap', ms: gap / framesPerMs }
      }
      if (sentCount >= window) return null
      if (chunk.atFrame > wireFrame) {
        const gap = Math.min(chunk.atFrame - wireFrame, gapMaxFrames)
        wireFrame += gap
        return { type: 'gap', ms: gap / framesPerMs }
      }
      const pcm = chunk.pcm.subarray((wireFrame - chunk.atFrame) * channels)
      wireFrame = endOf(chunk)
      sentCount++
      return { type: 'audio', pcm }
    },
    acknowledge,
    replayFrom(frame) {
      acknowledge(frame)
      sentCount = 0
      wireFrame = acknowledgedFrame
    },
    onRefill(listener) {
      refilled = listener
    },
  }
}
