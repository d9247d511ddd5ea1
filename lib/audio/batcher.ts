/** Number of frames in a batch (product 14.1). A batch lasts 128 ms at 16 kHz. With one channel, it has 4,096 bytes. */
export const batchFrames = 2048

/** The RMS level of each source in one batch, from 0 to 1. */
interface SourceLevels {
  microphone: number
  tab: number
}

export interface Batch {
  pcm: Int16Array<ArrayBuffer>
  atFrame: number
  levels: SourceLevels
}

export interface BatcherOptions {
  channels: 1 | 2
  emit: (batch: Batch) => void
  framesPerBatch?: number
}

const toInt16 = (sample: number) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)

/**
 * Collects the small blocks of the audio thread into batches. If a source delivers no block, silence is added for it,
 * so that both channels keep the same length.
 */
export class Batcher {
  readonly #channels: 1 | 2
  readonly #emit: (batch: Batch) => void
  readonly #framesPerBatch: number
  #pcm: Int16Array<ArrayBuffer>
  #filled = 0
  #atFrame = 0
  #paused = false
  #microphoneEnergy = 0
  #tabEnergy = 0

  constructor({ channels, emit, framesPerBatch = batchFrames }: BatcherOptions) {
    this.#channels = channels
    this.#emit = emit
    this.#framesPerBatch = framesPerBatch
    this.#pcm = new Int16Array(framesPerBatch * channels)
  }

  /** Adds the next `frames` frames. A source that is undefined counts as silence. */
  push(microphone: Float32Array | undefined, tab: Float32Array | undefined, frames: number): void {
    if (this.#paused) {
      this.#atFrame += frames
      return
    }
    for (let frame = 0; frame < frames; frame++) {
      const left = microphone?.[frame] ?? 0
      const right = tab?.[frame] ?? 0
      this.#microphoneEnergy += left * left
      this.#tabEnergy += right * right
      if (this.#channels === 2) {
        this.#pcm[this.#filled * 2] = toInt16(left)
        this.#pcm[this.#filled * 2 + 1] = toInt16(right)
      } else {
        this.#pcm[this.#filled] = toInt16(left + right)
      }
      this.#filled++
      if (this.#filled === this.#framesPerBatch) this.flush()
    }
  }

  flush(): void {
    const frames = this.#filled
    if (frames === 0) return
    const full = frames === this.#framesPerBatch
    const pcm = full ? this.#pcm : this.#pcm.slice(0, frames * this.#channels)
    const levels = { microphone: Math.sqrt(this.#microphoneEnergy / frames), tab: Math.sqrt(this.#tabEnergy / frames) }
    const atFrame = this.#atFrame
    this.#atFrame += frames
    this.#filled = 0
    this.#microphoneEnergy = 0
    this.#tabEnergy = 0
    // The samples are transferred to another thread and become unusable here, so the next batch needs a new array.
    if (full) this.#pcm = new Int16Array(this.#framesPerBatch * this.#channels)
    this.#emit({ pcm, atFrame, levels })
  }

  /** While paused, `push` drops the frames but counts them, so that `atFrame` jumps by the length of the pause. */
  setPaused(isPaused: boolean): void {
    if (isPaused) this.flush()
    this.#paused = isPaused
  }
}
