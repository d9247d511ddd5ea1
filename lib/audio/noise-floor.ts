/** The histogram of levels starts at −100 dB relative to full scale. Each bin is half a decibel wide. */
const lowestDb = -100
const stepDb = 0.5
const bins = -lowestDb / stepDb + 1

/**
 * The noise floor is the level below which this share of the remembered levels lies. The share is small, because while
 * somebody speaks, only the short pauses for breath have the level of the room. With a larger share, the noise floor
 * would rise to the level of speech.
 */
const floorShare = 0.1

const binOf = (energy: number) => {
  const decibels = energy > 0 ? 10 * Math.log10(energy) : lowestDb
  return Math.max(0, Math.min(bins - 1, Math.round((decibels - lowestDb) / stepDb)))
}

/** Estimates the background level of a sound source: the level of the quietest moments among the remembered levels. */
export class NoiseFloor {
  readonly #counts = new Uint32Array(bins)
  readonly #ring: Uint8Array
  #seen = 0

  constructor(memory: number) {
    this.#ring = new Uint8Array(memory)
  }

  get seen(): number {
    return this.#seen
  }

  /** Adds one level to the remembered levels. `energy`: the level as the mean square of samples from −1 to 1. */
  add(energy: number): void {
    const at = this.#seen % this.#ring.length
    if (this.#seen >= this.#ring.length) this.#shift(this.#ring[at] ?? 0, -1)
    const bin = binOf(energy)
    this.#ring[at] = bin
    this.#shift(bin, 1)
    this.#seen++
  }

  #shift(bin: number, by: 1 | -1): void {
    this.#counts[bin] = (this.#counts[bin] ?? 0) + by
  }

  /** The noise floor as an amplitude, 0 to 1 of full scale. */
  get amplitude(): number {
    const least = Math.min(this.#seen, this.#ring.length) * floorShare
    let below = 0
    for (let bin = 0; bin < bins; bin++) {
      below += this.#counts[bin] ?? 0
      if (below > least) return 10 ** ((lowestDb + bin * stepDb) / 20)
    }
    return 1
  }
}
