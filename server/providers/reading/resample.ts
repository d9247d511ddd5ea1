export interface Resampler {
  push(samples: Float32Array): Float32Array
  end(): Float32Array
}

/**
 * Parameters of the filter kernel. `crossings`: number of zero crossings on each side. `phases`: number of positions
 * between two samples for which the kernel is computed in advance.
 */
const crossings = 16
const phases = 256

export function createResampler(fromHz: number, toHz: number): Resampler {
  if (fromHz === toHz) return { push: (samples) => samples, end: () => new Float32Array(0) }
  const step = fromHz / toHz
  const cutoff = Math.min(1, 1 / step) * 0.95
  const half = Math.ceil(crossings / cutoff)
  const kernels = Array.from({ length: phases + 1 }, (_, phase) => kernelAt(phase / phases, half, cutoff))

  // The input samples that later output samples still need. They begin with silence, because the kernel of the first
  // output sample also covers the time before the first input sample.
  let buffer = new Float32Array(half)
  /** Position of the next output sample as an index of `buffer`. A fraction is a position between two input samples. */
  let position = half

  const run = (): Float32Array => {
    const output = new Float32Array(Math.max(0, Math.ceil((buffer.length - half - position) / step)))
    let count = 0
    for (; position + half < buffer.length; position += step) {
      const first = Math.floor(position)
      const kernel = kernels[Math.round((position - first) * phases)] ?? new Float32Array(0)
      let sum = 0
      for (let tap = 0; tap < kernel.length; tap++) sum += (kernel[tap] ?? 0) * (buffer[first - half + 1 + tap] ?? 0)
      output[count++] = sum
    }
    const consumed = Math.max(0, Math.floor(position) - half)
    buffer = buffer.slice(consumed)
    position -= consumed
    return output.subarray(0, count)
  }
  const append = (samples: Float32Array) => {
    const allSamples = new Float32Array(buffer.length + samples.length)
    allSamples.set(buffer)
    allSamples.set(samples, buffer.length)
    buffer = allSamples
  }
  return {
    push(samples) {
      append(samples)
      return run()
    },
    end() {
      append(new Float32Array(half))
      return run()
    },
  }
}

/**
 * Returns the filter weights for an output sample at `offset` (0 to 1) between two input samples. The weights belong to
 * the `half` input samples before this point and the `half` input samples after it.
 */
function kernelAt(offset: number, half: number, cutoff: number): Float32Array {
  const kernel = new Float32Array(2 * half)
  let sum = 0
  for (let tap = 0; tap < kernel.length; tap++) {
    const distance = tap - half + 1 - offset
    const x = Math.PI * distance * cutoff
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (half + 1))
    const weight = (x === 0 ? 1 : Math.sin(x) / x) * window
    kernel[tap] = weight
    sum += weight
  }
  return kernel.map((weight) => weight / sum)
}
