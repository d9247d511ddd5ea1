import { wireFormat } from '../contracts/audio.ts'
import { NoiseFloor } from './noise-floor.ts'

/** Interleaved 16-bit samples whose first frame stands at `atFrame` of the take's timeline. */
interface Sound {
  pcm: Int16Array<ArrayBuffer>
  atFrame: number
}

/** What became of the sound pushed so far. */
export interface Gated {
  /** To be sent, in order; views of what was pushed. What lies between two of them is a gap. */
  audio: Sound[]
  /** Everything before this frame is decided: sent, or part of a gap. */
  decidedFrame: number
  /** Gaps that ended just now, in whole frames. */
  gaps: { atFrame: number; frames: number }[]
}

/** Decides which of the sound is worth sending. One for all channels, so that they never come apart. */
export interface SilenceGate {
  /** Takes sound in order; a jump of `atFrame` is a pause and counts as a gap. */
  push(sound: Sound): Gated
  /** The take ends here: nothing is held back for a pre-roll any more. */
  flush(): Gated
}

export interface SilenceGateOptions {
  channels: 1 | 2
  /** Loudness above which sound always passes; what the room teaches is never above it (spec §9). */
  threshold?: number
  /** Silence longer than this stops the sending; a room that is well known may need less, never more (spec §9). */
  silenceMs?: number
}

const framesPerMs = wireFormat.sampleRate / 1000
const blockFrames = 128
/** Sent from before the sound that opened the gate: the first consonant is quieter than the vowel after it (design §5). */
const prerollFrames = 300 * framesPerMs
/** Longer than a speaker's breath between two clauses; enough once the room is known. */
const learnedSilenceMs = 800
/** Blocks until the room counts as known; the gate stays open before. */
const learningBlocks = Math.ceil((1500 * framesPerMs) / blockFrames)
const memoryBlocks = Math.ceil((12_000 * framesPerMs) / blockFrames)
/** Twice the floor: steady noise does not reach it, quiet speech is well above. */
const overFloor = 2
/** Below this even a silent line's own hiss lies (−76 dB). */
const leastThreshold = 0.00016
/** Loudness is taken over so many blocks (32 ms). */
const smoothedBlocks = 4

/** One channel's ear. */
class Ear {
  readonly #floor = new NoiseFloor(memoryBlocks)
  readonly #recent = new Float64Array(smoothedBlocks)
  readonly #ceiling: number
  #threshold: number
  #blocks = 0

  constructor(ceiling: number) {
    this.#ceiling = ceiling
    this.#threshold = ceiling
  }

  get learned(): boolean {
    return this.#floor.seen >= learningBlocks
  }

  /** Takes one block's mean square; true when it is louder than the room. */
  hears(energy: number): boolean {
    this.#recent[this.#blocks++ % smoothedBlocks] = energy
    const smoothed = this.#recent.reduce((sum, one) => sum + one, 0) / Math.min(this.#blocks, smoothedBlocks)
    this.#floor.add(smoothed)
    return Math.sqrt(smoothed) > this.#threshold
  }

  /** Once a batch is often enough. */
  learn(): void {
    if (!this.learned) return
    this.#threshold = Math.min(this.#ceiling, Math.max(leastThreshold, this.#floor.amplitude * overFloor))
  }
}

const energyOf = (pcm: Int16Array, channel: number, channels: number) => {
  let sum = 0
  for (let i = channel; i < pcm.length; i += channels) {
    const sample = (pcm[i] ?? 0) / 32_768
    sum += sample * sample
  }
  return (sum * channels) / Math.max(1, pcm.length)
}

/**
 * The gate of design §5: 0.01 and 1,500 ms at most, and less where the room's own noise allows, so that quiet speech passes.
 * When speech returns, 300 ms from before it are sent. Sums to the whole: every frame pushed is in `audio` once, or in a gap.
 */
export function createSilenceGate({ channels, threshold = 0.01, silenceMs = 1500 }: SilenceGateOptions): SilenceGate {
  const ears = Array.from({ length: channels }, () => new Ear(threshold))
  /** Sound of the last 300 ms that was not sent. */
  let held: Sound[] = []
  let open = true
  let quietFrames = 0
  /** Where the last sent sound ends; the gap, if there is one, begins here. */
  let sentFrame = 0
  let endFrame = 0
  const framesOf = (sound: Sound) => sound.pcm.length / channels
  const part = (sound: Sound, from: number, to: number): Sound => ({
    pcm: sound.pcm.subarray((from - sound.atFrame) * channels, (to - sound.atFrame) * channels),
    atFrame: from,
  })

  const hold = (sound: Sound) => {
    held.push(sound)
    const oldest = sound.atFrame + framesOf(sound) - prerollFrames
    held = held.flatMap((one) => {
      const to = one.atFrame + framesOf(one)
      if (to <= oldest) return []
      return one.atFrame < oldest ? [part(one, oldest, to)] : [one]
    })
  }
  const send = (sound: Sound, gated: Gated) => {
    if (sound.pcm.length === 0) return
    if (sound.atFrame > sentFrame) gated.gaps.push({ atFrame: sentFrame, frames: sound.atFrame - sentFrame })
    sentFrame = sound.atFrame + framesOf(sound)
    gated.audio.push(sound)
  }
  const decided = (gated: Gated): Gated => {
    gated.decidedFrame = held[0]?.atFrame ?? endFrame
    return gated
  }

  return {
    push(sound) {
      const gated: Gated = { audio: [], decidedFrame: 0, gaps: [] }
      const end = sound.atFrame + framesOf(sound)
      if (sound.atFrame > endFrame) {
        // What was said before a pause is no pre-roll of what is said after it.
        held = []
        open = true
        quietFrames = 0
      }
      for (const ear of ears) ear.learn()
      const known = ears.every((ear) => ear.learned)
      const patienceFrames = (known ? Math.min(silenceMs, learnedSilenceMs) : silenceMs) * framesPerMs

      let from = sound.atFrame
      for (let at = sound.atFrame; at < end; at += blockFrames) {
        const block = part(sound, at, Math.min(end, at + blockFrames))
        endFrame = at + framesOf(block)
        const heard = ears.map((ear, channel) => ear.hears(energyOf(block.pcm, channel, channels))).includes(true)
        quietFrames = heard ? 0 : quietFrames + framesOf(block)
        if (heard && !open) {
          hold(part(sound, from, at))
          for (const one of held.splice(0)) send(one, gated)
          from = at
          open = true
        } else if (open && known && quietFrames > patienceFrames) {
          send(part(sound, from, at), gated)
          from = at
          open = false
        }
      }
      if (open) send(part(sound, from, end), gated)
      else hold(part(sound, from, end))
      return decided(gated)
    },
    flush() {
      held = []
      const gaps = endFrame > sentFrame ? [{ atFrame: sentFrame, frames: endFrame - sentFrame }] : []
      sentFrame = endFrame
      return { audio: [], decidedFrame: endFrame, gaps }
    },
  }
}
