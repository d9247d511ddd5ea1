import type { LabelCandidate } from '../found.ts'
import { attribute, holds, localName, parentOf } from '../natives.ts'
import type { Sheet, Spot } from '../survey/sheet.ts'
import { asLabel, candidate } from './text.ts'

const sameKind = (one: Spot, other: Spot): boolean =>
  localName(one.control) === localName(other.control) &&
  attribute(one.control, 'type') === attribute(other.control, 'type')

/** Further lines of one answer ("Operations: [ ] [ ] [ ]"), with no other words or questions around them, are named as the first. */
export function listed({ items, spots }: Sheet, spot: Spot, labelOf: Map<Spot, string>): LabelCandidate | null {
  let first = spot
  for (let back = spots[spot.order - 1]; back && back.at === first.at - 1; back = spots[back.order - 1]) first = back
  const words = items[first.at - 1]
  const label = labelOf.get(first)
  if (first === spot || !label || words?.kind !== 'words' || words.taken || !sameKind(first, spot)) return null
  const said = asLabel(words.text)
  if (said === '' || !label.includes(said)) return null
  let home: Element | null = parentOf(spot.anchor)
  while (home && !holds(home, words.parent)) home = parentOf(home)
  let last = spot
  for (let next = spots[spot.order + 1]; next && next.at === last.at + 1; next = spots[next.order + 1]) last = next
  const strangers = [spots[first.order - 1], spots[last.order + 1]]
  if (!home || strangers.some((other) => other && holds(home, other.anchor))) return null
  return candidate(label, 'cell', 0.55)
}
