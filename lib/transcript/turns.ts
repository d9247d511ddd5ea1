/**
 * Replaces the list of turns from index `from`. `unclear`: for each of the new turns, the indexes of the words that the
 * engine did not hear clearly. Absent: no word is unclear.
 */
export interface TurnsUpdate {
  from: number
  transcript: string[]
  unclear?: number[][] | undefined
}

/**
 * Returns the unclear words of all turns after an update. The list may end before the last turn: turns beyond its end
 * have no unclear words. If nothing changes, returns the list that was passed.
 */
export function applyUnclear(unclear: number[][], { from, unclear: updated = [] }: TurnsUpdate): number[][] {
  if (unclear.length <= from && updated.length === 0) return unclear
  const before = Array.from({ length: from }, (_, turn) => unclear[turn] ?? [])
  return [...before, ...updated]
}

/** Replaces the list of turns from index `from` (product 7.13). Earlier turns are not changed. */
export function applyTurns(
  turns: readonly string[],
  update: { from: number; transcript: readonly string[] },
): string[] {
  return [...turns.slice(0, update.from), ...update.transcript]
}

/** Returns the smallest update that turns `previous` into `next`, or undefined if they are equal. */
export function turnsChange(
  previous: readonly string[],
  next: readonly string[],
): { from: number; turns: string[] } | undefined {
  if (previous === next) return undefined
  let from = 0
  while (from < previous.length && from < next.length && previous[from] === next[from]) from++
  return from === previous.length && from === next.length ? undefined : { from, turns: next.slice(from) }
}
