import { attribute, holds, localName, parentOf } from '../natives.ts'
import type { LabelCandidate } from '../scan/found.ts'
import type { Item, Sheet, Spot, Words } from '../survey/sheet.ts'
import { asLabel, candidate } from './text.ts'

const sameKind = (one: Spot, other: Spot): boolean =>
  localName(one.control) === localName(other.control) &&
  attribute(one.control, 'type') === attribute(other.control, 'type')

/** Nothing but a number or a sign stands between: "1. [ ] 2. [ ]". */
const isSilent = (items: Item[], from: number, to: number): boolean =>
  items.slice(from + 1, to).every((item) => item.kind === 'words' && !/\p{L}/u.test(item.text))

/** More than this many lines are no list a person is asked for. */
const linesMost = 20

/** The controls one after the other around one, as long as nothing is said between them. */
function runAround({ items, spots }: Sheet, spot: Spot): Spot[] {
  const run = [spot]
  for (let back = spots[spot.order - 1]; back && run.length <= linesMost; back = spots[back.order - 1]) {
    if (!isSilent(items, back.at, run[0]?.at ?? 0)) break
    run.unshift(back)
  }
  for (let next = spots[spot.order + 1]; next && run.length <= linesMost; next = spots[next.order + 1]) {
    if (!isSilent(items, run.at(-1)?.at ?? 0, next.at)) break
    run.push(next)
  }
  return run
}

/** The nearest words before a place; null where a control stands between. */
function saidBefore({ items }: Sheet, place: number): Words | null {
  for (let at = place - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'words' || item.taken) return null
    if (/\p{L}/u.test(item.text)) return item
  }
  return null
}

/** Lines to write on, one under the other: alike, each alone on its own, the first behind its name or under it. */
function isRuled({ items }: Sheet, run: Spot[], words: Words): boolean {
  const [first] = run
  if (!first || run.length < 3) return false
  const mark = attribute(first.control, 'class')
  const isAlone = ({ at, line }: Spot): boolean => items[at + 1]?.line !== line && items[at - 1]?.line !== line
  return run.every(
    (each) =>
      attribute(each.control, 'class') === mark && (isAlone(each) || (each === first && words.line === each.line)),
  )
}

/** Further lines of one answer ("Operations: [ ] [ ] [ ]"), with no other questions around them, are named as the first. */
export function listed(sheet: Sheet, spot: Spot, labelOf: Map<Spot, string>): LabelCandidate | null {
  const previous = sheet.spots[spot.order - 1]
  if (!previous || !isSilent(sheet.items, previous.at, spot.at)) return null
  const run = runAround(sheet, spot)
  const [first] = run
  const words = first ? saidBefore(sheet, first.at) : null
  const label = first && labelOf.get(first)
  if (!first || !label || !words || run.length > linesMost || !sameKind(first, spot)) return null
  const said = asLabel(words.text)
  if (said === '' || !label.includes(said)) return null
  if (words.cell && words.cell.row.table !== spot.cell?.row.table) return null
  // What stands in the next cell of that row is asked by the column's head.
  if (words.cell && words.cell !== spot.cell && words.cell.row === spot.cell?.row) return null
  let home: Element | null = parentOf(spot.anchor)
  while (home && !holds(home, words.parent)) home = parentOf(home)
  const strangers = [sheet.spots[first.order - 1], sheet.spots[(run.at(-1)?.order ?? 0) + 1]]
  const isStranger = strangers.some((other) => other && home && holds(home, other.anchor))
  if (!home || (isStranger && !isRuled(sheet, run, words))) return null
  return candidate(label, 'cell', 0.55)
}
