/** A generator of numbers from 0 up to 1 that always gives the same row for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    chance: (share) => next() < share,
    below: (limit) => Math.floor(next() * limit),
    pick: (items) => items[Math.floor(next() * items.length)],
  }
}

export interface Random {
  next(): number
  /** True in so great a share of the calls. */
  chance(share: number): boolean
  /** A whole number from 0 to one less than the limit. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item | undefined
}
