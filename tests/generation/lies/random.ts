/** A generator of numbers from 0 to less than 1 (mulberry32). The same seed gives the same sequence. */
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
  /** True with this probability. */
  chance(share: number): boolean
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item | undefined
}
