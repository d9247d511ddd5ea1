/** Channels count as the same sound if their correlation is beyond this, and as opposite if it is below the negative. */
const sameSound = 0.5

/**
 * Creates a function that mixes interleaved channels to one. A channel that carries the sound of a louder one in opposite
 * phase is turned over first: the sum of both would be silence.
 */
export function createMixer(channels: number): (samples: Float32Array) => Float32Array {
  const signs = new Array<1 | -1>(channels).fill(1)
  return (samples) => {
    if (channels === 1) return samples
    const frames = Math.floor(samples.length / channels)
    if (frames === 0) return new Float32Array(0)
    turnOpposite(samples, frames, signs)
    const mono = new Float32Array(frames)
    for (let frame = 0; frame < frames; frame++) {
      let sum = 0
      for (let channel = 0; channel < channels; channel++)
        sum += (samples[frame * channels + channel] ?? 0) * (signs[channel] ?? 1)
      mono[frame] = sum / channels
    }
    return mono
  }
}

/** Updates the signs by which the channels of a block are summed. Where a block is not clear, its signs stay. */
function turnOpposite(samples: Float32Array, frames: number, signs: (1 | -1)[]): void {
  const channels = signs.length
  const at = (frame: number, channel: number) => samples[frame * channels + channel] ?? 0
  const means = signs.map((_, channel) => {
    let sum = 0
    for (let frame = 0; frame < frames; frame++) sum += at(frame, channel)
    return sum / frames
  })
  const covariance = (one: number, another: number) => {
    let sum = 0
    for (let frame = 0; frame < frames; frame++)
      sum += (at(frame, one) - (means[one] ?? 0)) * (at(frame, another) - (means[another] ?? 0))
    return sum
  }
  const powers = signs.map((_, channel) => covariance(channel, channel))
  const loudest = powers.indexOf(Math.max(...powers))
  for (let channel = 0; channel < channels; channel++) {
    if (channel === loudest || powers[channel] === 0) continue
    const correlation = covariance(channel, loudest) / Math.sqrt((powers[channel] ?? 0) * (powers[loudest] ?? 0))
    const sign = signs[loudest] ?? 1
    if (correlation > sameSound) signs[channel] = sign
    if (correlation < -sameSound) signs[channel] = sign === 1 ? -1 : 1
  }
}
