import type { LabelCandidate } from '../scan/found.ts'
import type { Spot } from '../survey/sheet.ts'
import { fold } from '../words.ts'

interface Named {
  spot: Spot
  labels: LabelCandidate[]
}

/** Below these a name is a further line of another's on purpose ("BP [ ] / [ ]"). */
const ownScore = 0.6
const doubt = 0.45

const isBeside = (one: Spot, other: Spot): boolean =>
  one.line === other.line || (one.cell !== null && one.cell.row === other.cell?.row)

/** Whether two controls side by side that take words have words of their own for a name, and these are the same. */
function areTwins({ spot, labels: [one] }: Named, { spot: beside, labels: [other] }: Named): boolean {
  if (!one || !other || spot.ticked || beside.ticked || !isBeside(spot, beside)) return false
  const isOwn = ({ rule, score }: LabelCandidate): boolean => (rule === 'cell' || rule === 'block') && score >= ownScore
  return isOwn(one) && isOwn(other) && fold(one.text) === fold(other.text)
}

/** "Left | Right" over "Sphere [ ] | Sphere [ ]": the same words twice in one row tell neither. The names of such, doubted. */
export function doubtedTwins<Field extends Named>(fields: Field[]): Map<Field, LabelCandidate[]> {
  const found = new Map<Field, LabelCandidate[]>()
  for (const [at, field] of fields.entries()) {
    const before = fields[at - 1]
    if (!before || !areTwins(before, field)) continue
    for (const each of [before, field])
      found.set(
        each,
        each.labels.map((label) => ({ ...label, score: Math.min(label.score, doubt) })),
      )
  }
  return found
}
