import { wireFormat } from '../contracts/audio.ts'
import { type Clock, systemClock } from './clock.ts'
import type { KeptSound } from './kept-reader.ts'
import type { Stretch } from './missing.ts'
import { createShelf, type Shelf } from './shelf.ts'

/** Interleaved 16-bit samples whose first frame stands at `atFrame` of the take's own timeline. */
export interface Chunk {
  pcm: Int16Array<ArrayBuffer>
  atFrame: number
}

/** The next thing to put on the wire. */
type Outgoing = { type: 'audio'; pcm: Int16Array<ArrayBuffer> } | { type: 'gap'; ms: number }

/** Keeps every chunk until the server has committed its words, and knows which of them are on the wire. */
export interface SendBuffer {
  /** Where the take ends so far. */
  readonly endFrame: number
  /** Frames of it that carry audio: pauses and gaps left out. */
  readonly audioFrames: number
  /** Everything before it is committed. */
  readonly acknowledgedFrame: number
  /** Chunks not yet on the wire; those that are not in memory count by their length. */
  readonly backlog: number
  /** Chunks held in memory. */
  readonly inMemory: number
  /** Everything that is not committed can be read back. */
  readonly allKept: boolean
  /** The sound of a part of the timeline that is in memory, and where sound must be on the disk. */
  known(part: Stretch): { chunks: Chunk[]; kept: Stretch[] }
  /** Chunks must come in order; a jump forward is a gap. `kept`: it can be read back. Throws a RangeError on a step back. */
  add(chunk: Chunk, kept?: boolean): void
  /** The timeline has come to `frame` without sound. */
  advance(frame: number): void
  /** What is to be sent now; null when there is nothing, or the wire holds all it may. `last`: the take has ended, tell its silence too. */
  next(last?: boolean): Outgoing | null
  /** The server has committed everything before `frame`. */
  acknowledge(frame: number): void
  /** A new connection stands at `frame`: everything after it is sent again. */
  replayFrom(frame: number): void
  /** Calls when sound that was read back can be sent; one listener. */
  onRefill(listener: () => void): void
}

export interface SendBufferOptions extends Partial<KeptSound> {
  channels: 1 | 2
  window?: number
  /** Sound of a kept recording that is to be sent: all of it, from `fromFrame` on. */
  kept?: Stretch
  clock?: Pick<Clock, 'after'>
  /** A part that is to be sent and cannot be read back; it is told to the server as a gap. */
  onMissing?: (part: Stretch) => void
  /** A part that was read back and is to be sent. */
  onFound?: (part: Stretch) => void
  /** Whether the disk gives nothing back: told when that begins and when it ends. Nothing is dropped meanwhile. */
  onDiskAway?: (away: boolean) => void
}

/** Unacknowledged chunks that may be on the wire (spec §9). */
const windowChunks = 500
/** Kept in memory beyond the window, so that reading back stays ahead of the wire. */
const aheadChunks = 100
const framesPerMs = wireFormat.sampleRate / 1000
/** The longest gap one message can tell. */
const gapMaxFrames = 86_400_000 * framesPerMs
/** Silence is told this often while it lasts. */
const silenceFrames = 1000 * framesPerMs

/** A buffer for a take of so many channels. Without `read` everything stays in memory. */
export function createSendBuffer(options: SendBufferOptions): SendBuffer {
  const { channels, window = windowChunks, read, places, kept, clock = systemClock } = options
  const endOf = (chunk: Chunk) => chunk.atFrame + chunk.pcm.length / channels
  /** The oldest, in order; what is newer lies on the shelf. */
  const chunks: Chunk[] = []
  let refilled = () => {}
  const shelf: Shelf | null =
    read === undefined
      ? null
      : createShelf({
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
  /** Of `chunks`, how many are on the wire. */
  let sent = 0
  /** Where the server's timeline will stand once everything sent has arrived. */
  let wireFrame = kept?.fromFrame ?? 0
  let endFrame = kept?.endFrame ?? 0
  let audioFrames = 0
  let acknowledgedFrame = kept?.fromFrame ?? 0
  /** Where the last chunk ends that is nowhere but in memory. */
  let unkeptFrame = 0
  const room = window + aheadChunks
  // A pause of the kept take is not on the disk: what is not found there need not be missing.
  if (kept !== undefined) shelf?.add({ ...kept, whole: false })

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
    shelf?.drop(acknowledgedFrame)
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
      return chunks.length - sent + (shelf?.chunks ?? 0)
    },
    get inMemory() {
      return chunks.length + (shelf?.inMemory ?? 0)
    },
    get allKept() {
      return unkeptFrame <= acknowledgedFrame
    },
    known({ fromFrame, endFrame }) {
      const inMemory = [...chunks, ...(shelf?.chunksHeld() ?? [])]
      return {
        chunks: inMemory.filter((chunk) => chunk.atFrame < endFrame && endOf(chunk) > fromFrame),
        kept: (shelf?.whole() ?? []).filter((part) => part.fromFrame < endFrame && part.endFrame > fromFrame),
      }
    },
    add(chunk, isKept = false) {
      if (chunk.pcm.length === 0) return
      if (chunk.atFrame < endFrame) throw new RangeError('Audio must come in order')
      endFrame = endOf(chunk)
      audioFrames += chunk.pcm.length / channels
      if (!isKept) unkeptFrame = endFrame
      if (shelf === null || (shelf.chunks === 0 && !shelf.reading && (chunks.length < room || !isKept))) {
        chunks.push(chunk)
      } else if (isKept) shelf.add({ fromFrame: chunk.atFrame, endFrame, whole: true })
      else shelf.hold(chunk)
    },
    advance(frame) {
      endFrame = Math.max(endFrame, frame)
    },
    next(last = false) {
      if (shelf !== null && chunks.length < room) shelf.fetch(room - chunks.length)
      const chunk = chunks[sent]
      if (chunk === undefined) {
        const silence = shelf === null || (shelf.chunks === 0 && !shelf.reading) ? endFrame - wireFrame : 0
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
      // Committed up to the middle of a chunk: only its rest is sent.
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
