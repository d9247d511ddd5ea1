import type { Sheet, Spot } from './sheet.ts'

/** Returns a spot with its neighbours that satisfy `isIn`, in document order. Used for a line or a block. */
export function runOf({ spots }: Sheet, spot: Spot, isIn: (other: Spot) => boolean): Spot[] {
  const run = [spot]
  for (let back = spots[spot.order - 1]; back && isIn(back); back = spots[back.order - 1]) run.unshift(back)
  for (let next = spots[spot.order + 1]; next && isIn(next); next = spots[next.order + 1]) run.push(next)
  return run
}
