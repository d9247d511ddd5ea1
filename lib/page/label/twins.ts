import type { LabelCandidate } from '../scan/scanned-field.ts'
import type { ControlItem } from '../survey/outline.ts'
import { fold } from '../words.ts'
import { doubted } from './text.ts'

interface Named {
  controlItem: ControlItem
  labels: LabelCandidate[]
}

/** Below these a name is a further line of another's on purpose ("BP [ ] / [ ]"). */
const ownScore = 0.6

const isBeside = (one: ControlItem, other: ControlItem): boolean =>
  one.line === other.line || (one.cell !== null && one.cell.row === other.cell?.row)

/** "Vision | [ ] | [ ]" in a grid of blocks: one text before two controls in places of their own names neither alone. */
function shareOne({ controlItem, labels: [one] }: Named, { controlItem: next, labels: [other] }: Named): boolean {
  if (!one || !other || controlItem.ticked || next.ticked || next.at !== controlItem.at + 1) return false
  if (controlItem.block === next.block || controlItem.cell !== next.cell) return false
  const isBefore = ({ rule }: LabelCandidate): boolean => rule === 'cell' || rule === 'block'
  return isBefore(one) && isBefore(other) && fold(one.text) === fold(other.text)
}

/** Whether two controls side by side that take words have words of their own for a name, and these are the same. */
function areTwins({ controlItem, labels: [one] }: Named, { controlItem: beside, labels: [other] }: Named): boolean {
  if (!one || !other || controlItem.ticked || beside.ticked || !isBeside(controlItem, beside)) return false
  const isOwn = ({ rule, score }: LabelCandidate): boolean => (rule === 'cell' || rule === 'block') && score >= ownScore
  return isOwn(one) && isOwn(other) && fold(one.text) === fold(other.text)
}

/** Runs of fields of which each shares its text with the one before; more than two are lines to write on. */
function runs<Field extends Named>(fields: Field[]): Field[][] {
  const found: Field[][] = []
  for (const [at, field] of fields.entries()) {
    const [before, run] = [fields[at - 1], found.at(-1)]
    if (before && run && shareOne(before, field)) run.push(field)
    else found.push([field])
  }
  return found.filter(({ length }) => length === 2)
}

/** "Left | Right" over "Sphere [ ] | Sphere [ ]": the same words twice in one row tell neither. The names of such, doubted. */
export function doubtedTwins<Field extends Named>(fields: Field[]): Map<Field, LabelCandidate[]> {
  const pairs = fields.flatMap((field, at) => {
    const before = fields[at - 1]
    return before && areTwins(before, field) ? [before, field] : []
  })
  const found = new Map<Field, LabelCandidate[]>()
  for (const field of [...pairs, ...runs(fields).flat()]) found.set(field, field.labels.map(doubted))
  return found
}
