import type { EvalVisit } from '../sets.ts'
import { writeNote } from '../write-note.ts'

/** Of all values: how many quote no words, how many quotes do not stand in their turn, how many values were flagged. */
export async function evidence(visits: readonly EvalVisit[]) {
  const tally = { values: 0, withoutEvidence: 0, quotes: 0, notInTheirTurn: 0, flagged: 0 }
  for (const visit of visits) {
    const { results } = await writeNote(visit)
    for (const result of results.filter(({ value }) => value.some((part) => part.trim() !== ''))) {
      tally.values++
      // The visit's own day comes from its details, which is told by the state.
      if (result.evidence.length === 0 && result.state !== 'entered') tally.withoutEvidence++
      if (result.flags.length > 0) tally.flagged++
      for (const { turn, quote } of result.evidence) {
        tally.quotes++
        if (visit.turns[turn]?.includes(quote) !== true) tally.notInTheirTurn++
      }
    }
  }
  return tally
}
