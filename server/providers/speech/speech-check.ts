/** Blocks of 20 ms at 16 kHz. */
export const blockFrames = 320

/** Quieter than this (of full scale) is never speech, however quiet the room. */
const leastRms = 0.0015
/** Speech stands this far above the room's own noise: 9 dB. */
const aboveFloor = 2.8
/** A steady noise has become the room's noise after this long. */
const floorBlocks = 150
/** Voices are between 70 and 400 Hz. */
const lagMin = 40
const lagMax = 228
const voicedCorrelation = 0.45

/** What one block sounds like. */
export interface BlockSound {
  /** Louder than the room. */
  loud: boolean
  /** Loud, and with the pitch of a voice: noise has none. */
  voiced: boolean
  /** Loudness in dB of full scale. */
  levelDb: number
}

const fullScale = 32_768

function rmsOf(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / samples.length) / fullScale
}

/** How well the sound repeats itself at the pitch of a voice, 0 to 1. */
function pitchCorrelation(samples: Int16Array): number {
  const length = samples.length - lagMax
  let best = 0
  let energy = 0
  for (let i = 0; i < length; i++) energy += (samples[i] ?? 0) ** 2
  if (energy === 0) return 0
  for (let lag = lagMin; lag <= lagMax; lag++) {
    let product = 0
    let shifted = 0
    for (let i = 0; i < length; i++) {
      const later = samples[i + lag] ?? 0
      product += (samples[i] ?? 0) * later
      shifted += later * later
    }
    if (shifted > 0) best = Math.max(best, product / Math.sqrt(energy * shifted))
  }
  return best
}

/** Tells speech from silence and noise, block by block, and learns the room's noise as it goes. */
export function createSpeechCheck(): (block: Int16Array) => BlockSound {
  /** The last two blocks and this one: three periods of the lowest voice. */
  const window = new Int16Array(blockFrames * 3)
  const levels: number[] = []

  return (block) => {
    window.copyWithin(0, blockFrames)
    window.set(block, blockFrames * 2)
    const rms = rmsOf(block)
    levels.push(rms)
    if (levels.length > floorBlocks) levels.shift()
    const floor = levels.length < floorBlocks ? 0 : Math.min(...levels)
    const loud = rms > Math.max(leastRms, floor * aboveFloor)
    return {
      loud,
      voiced: loud && pitchCorrelation(window) >= voicedCorrelation,
      levelDb: 20 * Math.log10(Math.max(rms, 1e-6)),
    }
  }
}
