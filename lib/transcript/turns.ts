export interface TurnsUpdate {
  from: number
  transcript: string[]
  unclear?: number[][] | undefined
}

export function applyUnclear(unclear: number[][], { from, unclear: updated = [] }: TurnsUpdate): number[][] {
  if (unclear.length <= from && updated.length === 0) return unclear
  const earlierWords = Array.from({ length: from }, (_, turn) => unclear[turn] ?? [])
  return [...earlierWords, ...updated]
}

/** Replaces the list of turns from index `from` (product 7.13). Earlier turns are not changed. */
export function applyTurns(
  turns: readonly string[],
  update: { from: number; transcript: readonly string[] },
): string[] {
  return [...turns.slice(0, update.from), ...update.transcript]
}

export function turnsChange(
  previous: readonly string[],
  newTurns: readonly string[],
): { from: number; turns: string[] } | undefined {
  if (previous === newTurns) return undefined
  let from = 0
  while (from < previous.length && from < newTurns.length && previous[from] === newTurns[from]) from++
  return from === previous.length && from === newTurns.length ? undefined : { from, turns: newTurns.slice(from) }
}
