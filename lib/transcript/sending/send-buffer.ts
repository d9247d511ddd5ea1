import { wireFormat } from '../../contracts/audio.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Chunk, FrameRange } from '../timeline.ts'
import { createDiskBacklog, type DiskBacklog } from './disk-backlog.ts'
import type { StoredAudio } from './disk-reader.ts'

/** The next message to send. */
type Outgoing = { type: 'audio'; pcm: Int16Array<ArrayBuffer> } | { type: 'gap'; ms: number }

/**
 * Keeps every chunk until the server has committed its words, and tracks which chunks were sent on the present
 * connection.
 */
export interface SendBuffer {
  /** The present end of the take. */
  readonly endFrame: number
  /** Number of frames with audio, without pauses and gaps. */
  readonly audioFrames: number
  /** The first frame that the server has not committed yet. */
  readonly acknowledgedFrame: number
  /**
   * Number of chunks that are not sent yet. For audio on the disk, the number is computed from the length of the audio.
   */
  readonly backlog: number
  /** Number of chunks in memory. */
  readonly inMemory: number
  /** End of the last audio that cannot be read back from the disk. 0: all audio of the take can be read back. */
  readonly unkeptFrame: number
  /** True if everything that is not committed can be read back from the disk. */
  readonly allKept: boolean
  /** Returns the chunks in memory and the ranges on the disk that overlap `part`. */
  known(part: FrameRange): { chunks: Chunk[]; kept: FrameRange[] }
  /**
   * Adds a chunk. Chunks must arrive in order; a jump forward becomes a gap. `kept`: the chunk can be read back from
   * the disk. Throws a RangeError if a chunk begins before the end of the previous one.
   */
  add(chunk: Chunk, kept?: boolean): void
  /** Extends the timeline to `frame` without audio. */
  advance(frame: number): void
  /**
   * Returns the next message to send. Null: there is nothing to send, or too many chunks are unacknowledged. `last`:
   * the take has ended, so the silence at its end is sent, too.
   */
  next(last?: boolean): Outgoing | null
  /** Call this function when the server has committed everything before `frame`. Drops the audio before it. */
  acknowledge(frame: number): void
  /** Call this function when a new connection starts at `frame`. The audio from `frame` on is sent again. */
  replayFrom(frame: number): void
  /** Sets the only listener. It is called when audio from the disk is ready to be sent. */
  onRefill(listener: () => void): void
}

export interface SendBufferOptions extends Partial<StoredAudio> {
  channels: 1 | 2
  window?: number
  /** Audio of a kept recording that must be sent. */
  kept?: FrameRange
  clock?: Pick<Clock, 'after'>
  /** Called with a part that cannot be read back. The server receives a gap instead. */
  onMissing?: (part: FrameRange) => void
  /** Called with a part that was read back and will be sent. */
  onFound?: (part: FrameRange) => void
  /**
   * Called with true when nothing can be read from the disk, and with false when reading works again. No
   * audio is dropped while the disk fails.
   */
  onDiskAway?: (away: boolean) => void
}

/** Maximum number of sent but unacknowledged chunks (product 14.2). */
const windowChunks = 500
/** Additional chunks in memory, so that reading from the disk stays ahead of sending. */
const aheadChunks = 100
const framesPerMs = wireFormat.sampleRate / 1000
/** The longest gap that fits into one message. */
const gapMaxFrames = 86_400_000 * framesPerMs
/** During silence, a gap message is sent each time this many frames have passed. */
const silenceFrames = 1000 * framesPerMs

/** Creates the buffer of a take. Without `read`, everything stays in memory. */
export function createSendBuffer(options: SendBufferOptions): SendBuffer {
  const { channels, window = windowChunks, read, places, kept, clock = systemClock } = options
  const endOf = (chunk: Chunk) => chunk.atFrame + chunk.pcm.length / channels
  /** The oldest chunks that are not acknowledged, in order. Newer audio is in the disk backlog. */
  const chunks: Chunk[] = []
  let refilled = () => {}
  const diskBacklog: DiskBacklog | null =
    read === undefined
      ? null
      : createDiskBacklog({
          channels,
          read,
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
  /** How many of `chunks` were sent on this connection. */
  let sent = 0
  /** End of everything that was sent on this connection, as a position on the take's timeline. */
  let wireFrame = kept?.fromFrame ?? 0
  let endFrame = kept?.endFrame ?? 0
  let audioFrames = 0
  let acknowledgedFrame = kept?.fromFrame ?? 0
  /** End of the last chunk that is only in memory. */
  let unkeptFrame = 0
  const room = window + aheadChunks
  // `whole: false`, because a kept take can have pauses, and a pause has no audio on the disk. So a frame that the disk
  // does not have may belong to a pause, and does not count as missing.
  if (kept !== undefined) diskBacklog?.add({ ...kept, whole: false })

  const acknowledge = (frame: number) => {
    acknowledgedFrame = Math.max(acknowledgedFrame, Math.min(frame, endFrame))
    let passed = 0
    for (const chunk of chunks) {
      if (endOf(chunk) > acknowledgedFrame) break
      passed++
    }
    chunks.splice(0, passed)
    sent = Math.max(0, sent - passed)
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
      return chunks.length - sent + (diskBacklog?.chunks ?? 0)
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
    next(last = false) {
      if (diskBacklog !== null && chunks.length < room) diskBacklog.fetch(room - chunks.length)
      const chunk = chunks[sent]
      if (chunk === undefined) {
        const silence =
          diskBacklog === null || (diskBacklog.chunks === 0 && !diskBacklog.reading) ? endFrame - wireFrame : 0
        if (silence < (last ? 1 : silenceFrames)) return null
        const gap = Math.min(silence, gapMaxFrames)
        wireFrame += gap
        return { type: 'gap', ms: gap / framesPerMs }
      }
      if (sent >= window) return null
      if (chunk.atFrame > wireFrame) {
        const gap = Math.min(chunk.atFrame - wireFrame, gapMaxFrames)
        wireFrame += gap
        return { type: 'gap', ms: gap / framesPerMs }
      }
      // The server may have committed a part of this chunk. Send only the rest.
      const pcm = chunk.pcm.subarray((wireFrame - chunk.atFrame) * channels)
      wireFrame = endOf(chunk)
      sent++
      return { type: 'audio', pcm }
    },
    acknowledge,
    replayFrom(frame) {
      acknowledge(frame)
      sent = 0
      wireFrame = acknowledgedFrame
    },
    onRefill(listener) {
      refilled = listener
    },
  }
}
