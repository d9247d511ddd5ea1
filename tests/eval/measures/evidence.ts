import type { EvalVisit } from '../sets.ts'
import { writeNote } from '../write-note.ts'

/** Counts, over all values: values without a quote, quotes that do not occur in their turn, and flagged values. */
export async function evidence(visits: readonly EvalVisit[]) {
  const tally = { values: 0, withoutEvidence: 0, quotes: 0, notInTheirTurn: 0, flagged: 0 }
  for (const visit of visits) {
    const { results } = await writeNote(visit)
    for (const result of results.filter(({ value }) => value.some((part) => part.trim() !== ''))) {
      tally.values++
      // The date of the visit comes from the visit's details and needs no quote. Its state is `entered`.
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
