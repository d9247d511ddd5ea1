import { attribute, holds, localName, parentOf } from '../natives.ts'
import type { LabelCandidate } from '../scan/scanned-field.ts'
import type { ControlItem, Item, PageOutline, TextRun } from '../survey/outline.ts'
import { asLabel, candidate } from './text.ts'

const sameKind = (one: ControlItem, other: ControlItem): boolean =>
  localName(one.control) === localName(other.control) &&
  attribute(one.control, 'type') === attribute(other.control, 'type')

/** Nothing but a number or a sign stands between: "1. [ ] 2. [ ]". */
const isSilent = (items: Item[], from: number, to: number): boolean =>
  items.slice(from + 1, to).every((item) => item.kind === 'text' && !/\p{L}/u.test(item.text))

/** More than this many lines are no list a person is asked for. */
const linesMost = 20

/** The controls one after the other around one, as long as nothing is said between them. */
function runAround({ items, controlItems }: PageOutline, controlItem: ControlItem): ControlItem[] {
  const run = [controlItem]
  for (
    let back = controlItems[controlItem.order - 1];
    back && run.length <= linesMost;
    back = controlItems[back.order - 1]
  ) {
    if (!isSilent(items, back.at, run[0]?.at ?? 0)) break
    run.unshift(back)
  }
  for (
    let next = controlItems[controlItem.order + 1];
    next && run.length <= linesMost;
    next = controlItems[next.order + 1]
  ) {
    if (!isSilent(items, run.at(-1)?.at ?? 0, next.at)) break
    run.push(next)
  }
  return run
}

/** The nearest words before a place; null where a control stands between. */
function saidBefore({ items }: PageOutline, place: number): TextRun | null {
  for (let at = place - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || item.claimedBy) return null
    if (/\p{L}/u.test(item.text)) return item
  }
  return null
}

/** Lines to write on, one under the other: alike, each alone on its own, the first behind its name or under it. */
function isRuled({ items }: PageOutline, run: ControlItem[], words: TextRun): boolean {
  const [first] = run
  if (!first || run.length < 3) return false
  const mark = attribute(first.control, 'class')
  const isAlone = ({ at, line }: ControlItem): boolean => items[at + 1]?.line !== line && items[at - 1]?.line !== line
  return run.every(
    (each) =>
      attribute(each.control, 'class') === mark && (isAlone(each) || (each === first && words.line === each.line)),
  )
}

/** Further lines of one answer ("Operations: [ ] [ ] [ ]"), with no other questions around them, are named as the first. */
export function listed(
  outline: PageOutline,
  controlItem: ControlItem,
  labelOf: Map<ControlItem, string>,
): LabelCandidate | null {
  const previous = outline.controlItems[controlItem.order - 1]
  if (!previous || !isSilent(outline.items, previous.at, controlItem.at)) return null
  const run = runAround(outline, controlItem)
  const [first] = run
  const words = first ? saidBefore(outline, first.at) : null
  const label = first && labelOf.get(first)
  if (!first || !label || !words || run.length > linesMost || !sameKind(first, controlItem)) return null
  const text = asLabel(words.text)
  if (text === '' || !label.includes(text)) return null
  if (words.cell && words.cell.row.table !== controlItem.cell?.row.table) return null
  // What stands in the next cell of that row is asked by the column's head.
  if (words.cell && words.cell !== controlItem.cell && words.cell.row === controlItem.cell?.row) return null
  let home: Element | null = parentOf(controlItem.anchor)
  while (home && !holds(home, words.parent)) home = parentOf(home)
  const strangers = [outline.controlItems[first.order - 1], outline.controlItems[(run.at(-1)?.order ?? 0) + 1]]
  const isStranger = strangers.some((other) => other && home && holds(home, other.anchor))
  if (!home || (isStranger && !isRuled(outline, run, words))) return null
  return candidate(label, 'cell', 0.55)
}
