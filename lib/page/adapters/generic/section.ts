import { asLabel, joined } from '../../label/text.ts'
import { localName, ownerOf } from '../../natives.ts'
import type { Cell, ControlItem, PageOutline, TextRun } from '../../survey/outline.ts'
import { fold } from '../../words.ts'

/** Longer text is an instruction, not a heading. */
const headingMax = 80

interface Mark {
  at: number
  text: string
  document: Document
}

const hasBoldType = (element: Element): boolean =>
  Number(ownerOf(element).defaultView?.getComputedStyle(element).fontWeight) >= 600

function isBold({ asked }: PageOutline, { strong, parent }: TextRun): boolean {
  if (strong) return true
  const bold = asked.bold.get(parent) ?? hasBoldType(parent)
  asked.bold.set(parent, bold)
  return bold
}

/** Whether the type is bold where it was, and nowhere else. */
export const isBoldAsBefore = ({ asked }: PageOutline): boolean =>
  [...asked.bold].every(([element, bold]) => hasBoldType(element) === bold)

const isAloneInRow = (cell: Cell): boolean => cell.row.cells.every((each) => each === cell || each.from === each.to)

/** A heading, or a line of bold type that shares its block and its row with nothing; `end` is where its block's words end. */
function isMark(outline: PageOutline, first: TextRun, end: number): boolean {
  const { items } = outline
  if (first.claimedBy) return false
  if (first.heading) return localName(first.heading) !== 'legend'
  if (items[first.at - 1]?.block === first.block || items[end]?.block === first.block) return false
  const { cell } = first
  if (cell && !isAloneInRow(cell)) return false
  if (cell && !items.slice(cell.from, cell.to).every((item) => item.kind === 'text' && item.block === first.block))
    return false
  for (let at = first.at; at < end; at++) {
    const item = items[at]
    if (item?.kind === 'text' && !isBold(outline, item)) return false
  }
  return true
}

/** The index of the last mark before a place, -1 where there is none; marks stand in order. */
function lastBefore(marks: Mark[], place: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.at ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low - 1
}

/** For an outline: the nearest heading, bold line or spanning header before a control, '' when none; `used` are labels, not sections. */
export function sectionsOf(
  outline: PageOutline,
  used: (text: string, at: number) => boolean,
): (controlItem: ControlItem, label: string) => string {
  const marks: Mark[] = []
  const { items } = outline
  for (let at = 0; at < items.length; at++) {
    const first = items[at]
    if (first?.kind !== 'text') continue
    for (let next = items[at + 1]; next?.kind === 'text' && next.block === first.block; next = items[at + 1]) at++
    if (!isMark(outline, first, at + 1)) continue
    const text = asLabel(joined(items.slice(first.at, at + 1) as TextRun[]))
    if (text && text.length <= headingMax && !used(text, at)) marks.push({ at, text, document: ownerOf(first.parent) })
  }
  const byDocument = Map.groupBy(marks, ({ document }) => document)
  return (controlItem, label) => {
    const { group, anchor, at } = controlItem
    const inDocument = byDocument.get(anchor.ownerDocument) ?? []
    const nearest = inDocument[lastBefore(inDocument, at)] ?? null
    // A legend speaks for what is inside its fieldset alone.
    const legend = group ? outline.legends.get(group) : undefined
    const inside = legend?.[0] && (!nearest || legend[0].at > nearest.at) ? asLabel(joined(legend)) : ''
    return inside && fold(inside) !== fold(label) ? inside : (nearest?.text ?? '')
  }
}
