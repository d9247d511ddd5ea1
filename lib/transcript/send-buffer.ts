import { wireFormat } from '../contracts/audio.ts'

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
  /** Chunks not yet on the wire. */
  readonly backlog: number
  /** Chunks must come in order; a jump forward is a gap. Throws a RangeError on a step back. */
  add(chunk: Chunk): void
  /** What is to be sent now; null when there is nothing, or the wire holds all it may. */
  next(): Outgoing | null
  /** The server has committed everything before `frame`. */
  acknowledge(frame: number): void
  /** A new connection stands at `frame`: everything after it is sent again. */
  replayFrom(frame: number): void
}

/** Unacknowledged chunks that may be on the wire (spec §9). */
const windowChunks = 500
const framesPerMs = wireFormat.sampleRate / 1000
/** The longest gap one message can tell. */
const gapMaxFrames = 86_400_000 * framesPerMs

/** A buffer for a take of so many channels. */
export function createSendBuffer({
  channels,
  window = windowChunks,
}: {
  channels: 1 | 2
  window?: number
}): SendBuffer {
  const chunks: Chunk[] = []
  /** Of `chunks`, how many are on the wire. */
  let sent = 0
  /** Where the server's timeline will stand once everything sent has arrived. */
  let wireFrame = 0
  let endFrame = 0
  let audioFrames = 0
  let acknowledgedFrame = 0
  const endOf = (chunk: Chunk) => chunk.atFrame + chunk.pcm.length / channels

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
      return chunks.length - sent
    },
    add(chunk) {
      if (chunk.pcm.length === 0) return
      if (chunk.atFrame < endFrame) throw new RangeError('Audio must come in order')
      chunks.push(chunk)
      endFrame = endOf(chunk)
      audioFrames += chunk.pcm.length / channels
    },
    next() {
      const chunk = chunks[sent]
      if (chunk === undefined || sent >= window) return null
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
  }
}
