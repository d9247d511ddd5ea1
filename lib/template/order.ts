import type { Condition } from '../contracts/index.ts'

interface Conditional {
  id: string
  condition?: Condition | undefined
}

/**
 * Sorts fields into rounds. A field with a condition is in a later round than the field that the condition names.
 * `undecidable`: the fields that are in no round. The condition of such a field names a field that does not exist, the
 * field itself, a field of a cycle, or another undecidable field.
 */
export function dependencyRounds<Item extends Conditional>(
  fields: readonly Item[],
): { rounds: Item[][]; undecidable: Item[] } {
  const rounds: Item[][] = []
  const doneIds = new Set<string>()
  let waiting = [...fields]
  while (waiting.length > 0) {
    const roundItems = waiting.filter(({ condition }) => condition === undefined || doneIds.has(condition.id))
    if (roundItems.length === 0) return { rounds, undecidable: waiting }
    rounds.push(roundItems)
    for (const { id } of roundItems) doneIds.add(id)
    waiting = waiting.filter((field) => !roundItems.includes(field))
  }
  return { rounds, undecidable: [] }
}
