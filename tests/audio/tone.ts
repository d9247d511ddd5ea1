/** 16-bit samples of a tone at half of full scale. */
export function tone({
  hertz,
  seconds,
  sampleRateHz,
}: {
  hertz: number
  seconds: number
  sampleRateHz: number
}): Int16Array {
  const step = (2 * Math.PI * hertz) / sampleRateHz
  return Int16Array.from({ length: seconds * sampleRateHz }, (_, i) => Math.round(16_384 * Math.sin(step * i)))
}

/** A mono 16-bit WAV file. */
export function wav(pcm: Int16Array, sampleRateHz: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + pcm.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRateHz, 24)
  header.writeUInt32LE(sampleRateHz * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(pcm.byteLength, 40)
  return Buffer.concat([header, Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)])
}

/** Amplitude (0 to 1 of full scale) and phase (radians) of one frequency in 16 kHz samples. */
export function component(samples: number[], hertz: number): { amplitude: number; phase: number } {
  const step = (2 * Math.PI * hertz) / 16_000
  let real = 0
  let imaginary = 0
  samples.forEach((sample, i) => {
    real += sample * Math.cos(step * i)
    imaginary -= sample * Math.sin(step * i)
  })
  return {
    amplitude: (2 * Math.hypot(real, imaginary)) / samples.length / 32_767,
    phase: Math.atan2(imaginary, real),
  }
}

/**
 * Compares a captured tone with its source. Both are at 16 kHz and on the same timeline, and are compared in windows of
 * a tenth of a second. Returns the least and the greatest gain, and `worstSlip`: the highest number of samples that
 * were lost or duplicated between two successive windows. This number is computed from the change of the phase
 * difference between the two tones. Windows in which the source itself is interrupted are skipped.
 */
export function follows(captured: number[], source: number[], hertz: number) {
  const window = 1600
  const perSample = (2 * Math.PI * hertz) / 16_000
  const gains: number[] = []
  let worstSlip = 0
  let previous: number | null = null
  for (let at = 0; at + window <= captured.length; at += window) {
    const one = component(captured.slice(at, at + window), hertz)
    const other = component(source.slice(at, at + window), hertz)
    if (other.amplitude < 0.05) continue
    gains.push(one.amplitude / other.amplitude)
    const distance = one.phase - other.phase
    if (previous !== null) {
      const turn = (distance - previous) / (2 * Math.PI)
      worstSlip = Math.max(worstSlip, (Math.abs(turn - Math.round(turn)) * 2 * Math.PI) / perSample)
    }
    previous = distance
  }
  return { leastGain: Math.min(...gains), greatestGain: Math.max(...gains), worstSlip }
}

/**
 * Returns true if level and phase of a tone stay the same: in each tenth of a second, they differ by less than 2 % from
 * those in the first tenth.
 */
export function unbroken(samples: number[], hertz: number): boolean {
  const window = 1600
  const perSample = (2 * Math.PI * hertz) / 16_000
  const points: { real: number; imaginary: number }[] = []
  for (let at = 0; at + window <= samples.length; at += window) {
    const { amplitude, phase } = component(samples.slice(at, at + window), hertz)
    points.push({
      real: amplitude * Math.cos(phase - perSample * at),
      imaginary: amplitude * Math.sin(phase - perSample * at),
    })
  }
  const [first] = points
  if (first === undefined) return false
  const allowed = Math.hypot(first.real, first.imaginary) / 50
  return points.every(({ real, imaginary }) => Math.hypot(real - first.real, imaginary - first.imaginary) < allowed)
}

/** The highest amplitude of one frequency in any tenth of a second, 0 to 1 of full scale. */
export function loudest(samples: number[], hertz: number): number {
  const window = 1600
  const windows = Array.from({ length: Math.floor(samples.length / window) }, (_, i) =>
    samples.slice(i * window, (i + 1) * window),
  )
  return Math.max(...windows.map((one) => component(one, hertz).amplitude))
}

/** The length of the longest run of zero samples. */
export function longestSilence(samples: number[]): number {
  let longest = 0
  let run = 0
  for (const sample of samples) {
    run = sample === 0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}
