const rateHz = 16_000

/** Random numbers from −1 to 1. The same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 0x4000_0000 - 1
  }
}

function asPcm(samples: Float64Array, peak: number): Int16Array<ArrayBuffer> {
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  return Int16Array.from(samples, (one) => (one / loudest) * peak * 32_767)
}

/** Adds a plucked string (Karplus-Strong) from frame `at` on. */
function pluck(into: Float64Array, at: number, hz: number, seconds: number, loudness: number, random: () => number) {
  const line = Float64Array.from({ length: Math.round(rateHz / hz) }, () => random() * loudness)
  for (let frame = 0; frame < seconds * rateHz && at + frame < into.length; frame++) {
    const place = frame % line.length
    const value = line[place] ?? 0
    line[place] = 0.498 * (value + (line[(place + 1) % line.length] ?? 0))
    into[at + frame] = (into[at + frame] ?? 0) + value
  }
}

/** Adds a sung or bowed tone from frame `at` on: harmonics with slight vibrato and a swell. */
function bow(into: Float64Array, at: number, hz: number, seconds: number, loudness: number) {
  let phase = 0
  for (let frame = 0; frame < seconds * rateHz && at + frame < into.length; frame++) {
    const time = frame / rateHz
    phase += (2 * Math.PI * hz * (1 + 0.006 * Math.sin(2 * Math.PI * 5.5 * time))) / rateHz
    const swell = Math.sin((Math.PI * time) / seconds)
    const tone = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.3 * Math.sin(3 * phase) + 0.15 * Math.sin(4 * phase)
    into[at + frame] = (into[at + frame] ?? 0) + tone * swell * loudness
  }
}

const noteHz = (midi: number) => 440 * 2 ** ((midi - 69) / 12)

/** Music as from the speaker of a waiting room: chords on plucked strings under a bowed melody, with changing level. */
export function music(seconds: number): Int16Array<ArrayBuffer> {
  const random = createRandom(3)
  const samples = new Float64Array(seconds * rateHz)
  const chords = [
    [48, 55, 60, 64],
    [45, 52, 57, 60],
    [41, 48, 57, 60],
    [43, 50, 59, 62],
  ]
  const tune = [72, 71, 69, 67, 69, 72, 76, 74, 72, 69, 65, 67, 71, 74, 72, 67]
  for (let beat = 0; beat * 0.5 < seconds; beat++) {
    const at = Math.round(beat * 0.5 * rateHz)
    const loudness = 0.35 + 0.3 * Math.sin(beat / 9)
    const chord = chords[Math.floor(beat / 4) % chords.length] ?? []
    if (beat % 2 === 0)
      for (const [index, note] of chord.entries()) pluck(samples, at + index * 300, noteHz(note), 1.5, loudness, random)
    if (beat % 8 < 6)
      bow(samples, at, noteHz((tune[beat % tune.length] ?? 69) - 12), 0.3 + 0.4 * Math.abs(random()), loudness * 0.6)
  }
  return asPcm(samples, 0.5)
}

/** Noise of a fan, a street and a door, with changing spectrum and level. */
export function noise(seconds: number): Int16Array<ArrayBuffer> {
  const random = createRandom(1)
  let low = 0
  const samples = Float64Array.from({ length: seconds * rateHz }, (_, frame) => {
    const time = frame / rateHz
    const smooth = 0.5 + 0.45 * Math.sin(time / 5)
    low = smooth * low + (1 - smooth) * random()
    const slam = time % 11 < 0.15 ? 3 * random() * (0.15 - (time % 11)) * 6 : 0
    return low * (1.2 + Math.sin(time * 1.7)) + slam
  })
  return asPcm(samples, 0.4)
}

export const silence = (seconds: number): Int16Array<ArrayBuffer> => new Int16Array(seconds * rateHz)
