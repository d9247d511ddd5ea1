export const blockFrames = 320

/**
 * Minimum RMS of speech, relative to full scale. Without this minimum, the faint sounds of a very quiet room would
 * count as speech.
 */
const leastRms = 0.0015
/** Audio counts as loud if it exceeds the noise of the room by this ratio: 9 dB. */
const aboveFloor = 2.8
/**
 * The quietest of the last `floorBlocks` blocks (3 s) counts as the noise of the room. So a steady noise stops counting
 * as loud after 3 s.
 */
const floorBlocks = 150
/** Range of the pitch of voices, 400 to 70 Hz, as periods in samples. */
const lagMin = 40
const lagMax = 228
const voicedCorrelation = 0.45

export interface BlockSound {
  /** True if the block is louder than the noise of the room. */
  loud: boolean
  voiced: boolean
  levelDb: number
}

const fullScale = 32_768
/** The share of a new block in the estimate of a constant offset, which some sound cards add to every sample. */
const offsetShare = 0.01

const meanOf = (samples: Int16Array): number => samples.reduce((sum, sample) => sum + sample, 0) / samples.length

function rmsOf(samples: Float64Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / samples.length) / fullScale
}

/** True if the autocorrelation within the pitch range of voices reaches `voicedCorrelation`. */
function hasPitch(samples: Float64Array): boolean {
  const length = samples.length - lagMax
  const squareAt = (index: number) => (samples[index] ?? 0) ** 2
  let energy = 0
  let shifted = 0
  for (let i = 0; i < length; i++) {
    energy += squareAt(i)
    shifted += squareAt(i + lagMin)
  }
  for (let lag = lagMin; lag <= lagMax; lag++) {
    let product = 0
    for (let i = 0; i < length; i++) product += (samples[i] ?? 0) * (samples[i + lag] ?? 0)
    if (energy * shifted > 0 && product / Math.sqrt(energy * shifted) >= voicedCorrelation) return true
    shifted += squareAt(lag + length) - squareAt(lag)
  }
  return false
}

/**
 * Creates a function that distinguishes speech from silence and noise, block by block. It adapts to the noise of the
 * room.
 */
export function createSpeechCheck(): (block: Int16Array) => BlockSound {
  /**
   * The current block and the two blocks before it: 60 ms. This is long enough for several periods of the lowest voice
   * (14 ms each).
   */
  const window = new Float64Array(blockFrames * 3)
  const levels: number[] = []
  let offset: number | null = null

  return (block) => {
    offset ??= Math.round(meanOf(block))
    offset += (meanOf(block) - offset) * offsetShare
    // A whole number, so that the sums of `hasPitch` are exact.
    const constant = Math.round(offset)
    const samples = Float64Array.from(block, (sample) => sample - constant)
    window.copyWithin(0, blockFrames)
    window.set(samples, blockFrames * 2)
    const rms = rmsOf(samples)
    levels.push(rms)
    if (levels.length > floorBlocks) levels.shift()
    const floor = levels.length < floorBlocks ? 0 : Math.min(...levels)
    const loud = rms > Math.max(leastRms, floor * aboveFloor)
    return {
      loud,
      voiced: loud && hasPitch(window),
      levelDb: 20 * Math.log10(Math.max(rms, 1e-6)),
    }
  }
}
