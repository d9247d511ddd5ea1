import type { Sheet, Spot } from './sheet.ts'

/** A spot with those just before and just behind it that are in with it, in their order: its line, its block. */
export function runOf({ spots }: Sheet, spot: Spot, isIn: (other: Spot) => boolean): Spot[] {
  const run = [spot]
  for (let back = spots[spot.order - 1]; back && isIn(back); back = spots[back.order - 1]) run.unshift(back)
  for (let next = spots[spot.order + 1]; next && isIn(next); next = spots[next.order + 1]) run.push(next)
  return run
}
