import { framesPerMs } from '../contracts/audio.ts'
import { NoiseFloor } from './noise-floor.ts'

interface Sound {
  pcm: Int16Array<ArrayBuffer>
  atFrame: number
}

export interface Gated {
  /** The sound to send, in order, as views of the pushed arrays. The time between two entries is a gap. */
  audio: Sound[]
  decidedFrame: number
  gaps: { atFrame: number; frames: number }[]
}

/** Removes silence from the sound to send. One gate decides for all channels together, so that they stay in sync. */
export interface SilenceGate {
  push(sound: Sound): Gated
  /** Call this function when the recording ends. Sound that the gate has held back becomes part of a gap. */
  flush(): Gated
}

export interface SilenceGateOptions {
  channels: 1 | 2
  /** RMS level above which audio always passes. The threshold learned from the room is never higher (product 14.1). */
  threshold?: number
  /**
   * Longest silence that is still sent, in milliseconds. Once the noise of the room is known, sending may stop after a
   * shorter silence (product 14.1).
   */
  silenceMs?: number
}

const blockFrames = 128
/**
 * When the gate opens, this length of sound from before the opening is sent too (the pre-roll). Otherwise the first
 * consonant would be lost, because it is quieter than the vowel after it (product 9.6).
 */
const prerollFrames = 300 * framesPerMs
/**
 * Longest silence that is still sent once the noise of the room is known, in milliseconds. It must be longer than a
 * breath between two clauses, so that sending does not stop within a sentence.
 */
const learnedSilenceMs = 800
/** After this number of blocks (1,500 ms of sound), the noise of the room is known. Until then, all sound is sent. */
const learningBlocks = Math.ceil((1500 * framesPerMs) / blockFrames)
const memoryBlocks = Math.ceil((12_000 * framesPerMs) / blockFrames)
/** The threshold is this multiple of the noise floor. Steady noise does not reach it; quiet speech is well above it. */
const overFloor = 2
/** Lowest threshold (−76 dB). The noise of a silent line stays below it. */
const leastThreshold = 0.00016
/** The level is averaged over this many blocks (32 ms). */
const smoothedBlocks = 4

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

  hears(energy: number): boolean {
    this.#recent[this.#blocks++ % smoothedBlocks] = energy
    const smoothed = this.#recent.reduce((sum, one) => sum + one, 0) / Math.min(this.#blocks, smoothedBlocks)
    this.#floor.add(smoothed)
    return Math.sqrt(smoothed) > this.#threshold
  }

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
 * Creates a gate that removes silence (product 9.6). By default, sound above the level 0.01 always passes, and at most
 * 1,500 ms of silence are sent. Once the noise of the room is known, the threshold may be lower, so that quiet speech
 * passes, and less silence is sent. When speech returns, the 300 ms before it are sent too. Every pushed frame is
 * either in `audio` exactly once, or in a gap.
 */
export function createSilenceGate({ channels, threshold = 0.01, silenceMs = 1500 }: SilenceGateOptions): SilenceGate {
  const ears = Array.from({ length: channels }, () => new Ear(threshold))
  /** The last 300 ms of sound that was not sent. It becomes the pre-roll if the next sound is loud enough. */
  let preRoll: Sound[] = []
  let isOpen = true
  let quietFrames = 0
  let sentFrame = 0
  let endFrame = 0
  const framesOf = (sound: Sound) => sound.pcm.length / channels
  const part = (sound: Sound, from: number, to: number): Sound => ({
    pcm: sound.pcm.subarray((from - sound.atFrame) * channels, (to - sound.atFrame) * channels),
    atFrame: from,
  })

  const hold = (sound: Sound) => {
    preRoll.push(sound)
    const oldest = sound.atFrame + framesOf(sound) - prerollFrames
    preRoll = preRoll.flatMap((one) => {
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
    gated.decidedFrame = preRoll[0]?.atFrame ?? endFrame
    return gated
  }

  return {
    push(sound) {
      const gated: Gated = { audio: [], decidedFrame: 0, gaps: [] }
      const end = sound.atFrame + framesOf(sound)
      if (sound.atFrame > endFrame) {
        // Audio from before a pause must not become the pre-roll of audio after the pause.
        preRoll = []
        isOpen = true
        quietFrames = 0
      }
      for (const ear of ears) ear.learn()
      const isLearned = ears.every((ear) => ear.learned)
      const patienceFrames = (isLearned ? Math.min(silenceMs, learnedSilenceMs) : silenceMs) * framesPerMs

      let from = sound.atFrame
      for (let at = sound.atFrame; at < end; at += blockFrames) {
        const block = part(sound, at, Math.min(end, at + blockFrames))
        endFrame = at + framesOf(block)
        const isAudible = ears.map((ear, channel) => ear.hears(energyOf(block.pcm, channel, channels))).includes(true)
        quietFrames = isAudible ? 0 : quietFrames + framesOf(block)
        if (isAudible && !isOpen) {
          hold(part(sound, from, at))
          for (const one of preRoll.splice(0)) send(one, gated)
          from = at
          isOpen = true
        } else if (isOpen && isLearned && quietFrames > patienceFrames) {
          send(part(sound, from, at), gated)
          from = at
          isOpen = false
        }
      }
      if (isOpen) send(part(sound, from, end), gated)
      else hold(part(sound, from, end))
      return decided(gated)
    },
    flush() {
      preRoll = []
      const gaps = endFrame > sentFrame ? [{ atFrame: sentFrame, frames: endFrame - sentFrame }] : []
      sentFrame = endFrame
      return { audio: [], decidedFrame: endFrame, gaps }
    },
  }
}
