import type { Condition } from '../contracts/index.ts'

/** What ordering needs to know of a field. */
interface Conditional {
  id: string
  condition?: Condition | undefined
}

/**
 * Sorts fields into rounds: every field stands after the field its condition looks at. Fields whose
 * condition looks at a missing field, at itself or round a circle can never be decided: `undecidable`.
 */
export function dependencyRounds<Item extends Conditional>(
  fields: readonly Item[],
): { rounds: Item[][]; undecidable: Item[] } {
  const rounds: Item[][] = []
  const done = new Set<string>()
  let waiting = [...fields]
  while (waiting.length > 0) {
    const ready = waiting.filter(({ condition }) => condition === undefined || done.has(condition.id))
    if (ready.length === 0) return { rounds, undecidable: waiting }
    rounds.push(ready)
    for (const { id } of ready) done.add(id)
    waiting = waiting.filter((field) => !ready.includes(field))
  }
  return { rounds, undecidable: [] }
}
