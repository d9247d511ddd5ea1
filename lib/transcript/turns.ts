/** Replaces the list of turns from index `from` (design §5). Turns before it keep their identity. */
export function applyTurns(turns: readonly string[], update: { from: number; transcript: readonly string[] }): string[] {
  return [...turns.slice(0, update.from), ...update.transcript]
}
