import type { Condition } from '../contracts/index.ts'

/** The part of a field that ordering needs. */
interface Conditional {
  id: string
  condition?: Condition | undefined
}

/**
 * Sorts fields into rounds: every field comes in a later round than the field its condition refers to. `undecidable`:
 * fields whose condition depends on a missing field, on itself or on a cycle.
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
