import { holds, parentOf } from '../natives.ts'
import type { ControlItem, Item, PageOutline, TextRun } from '../survey/outline.ts'
import { isProse, joined } from './text.ts'

/** Further than this from a control nothing is looked at. */
const itemsMost = 200

const elementOf = (item: Item): Element => (item.kind === 'control' ? item.anchor : item.parent)

/** The smallest element around a control and the one before it or behind it. */
function around({ controlItems }: PageOutline, { anchor, order }: ControlItem): Element | null {
  const beside = [controlItems[order - 1], controlItems[order + 1]]
  for (let each = parentOf(anchor); each; each = parentOf(each)) {
    const place = each
    if (beside.some((other) => other && holds(place, other.anchor))) return place
  }
  return null
}

/** What stands in an element, as seen from one item in it; null where that is too much. */
function inside({ items }: PageOutline, place: Element, { at }: ControlItem): Item[] | null {
  let [from, to] = [at, at + 1]
  const isIn = (item: Item | undefined): boolean => item !== undefined && holds(place, elementOf(item))
  while (to - from <= itemsMost && isIn(items[from - 1])) from--
  while (to - from <= itemsMost && isIn(items[to])) to++
  return to - from > itemsMost ? null : items.slice(from, to)
}

/** The texts before the first control, behind each, and so on, line by line. */
function textsOf(items: Item[]): TextRun[][][] {
  const texts: TextRun[][][] = [[]]
  for (const item of items) {
    const last = texts.at(-1) ?? []
    const text = last.at(-1)
    if (item.kind === 'control') texts.push([])
    else if (text?.[0]?.line === item.line) text.push(item)
    else last.push([item])
  }
  return texts
}

const isName = (words: TextRun[]): boolean => {
  const text = joined(words)
  return /\p{L}{2}/u.test(text) && !/[:?]\s*$/.test(text) && !isProse(text) && text.split(' ').length <= 8
}

const isHeading = (words: TextRun[]): boolean => {
  const text = joined(words)
  return words.every(({ heading, strong }) => heading || strong) || isProse(text) || /\.\s*$/.test(text)
}

/** Whether in a place controls and names stand in turn, beginning with a control and ending with a name. */
function isSaidUnder(items: Item[], cell: ControlItem['cell']): boolean {
  const controlItems = items.filter((item) => item.kind === 'control')
  const [before, ...behind] = textsOf(items)
  return (
    controlItems.length > 1 &&
    controlItems.every((controlItem) => !controlItem.ticked && controlItem.cell === cell) &&
    new Set(controlItems.map(({ line }) => line)).size === controlItems.length &&
    (before ?? []).every(isHeading) &&
    behind.every(
      ([only, more]) => only && !more && only.every(({ claimedBy, label }) => !claimedBy && !label) && isName(only),
    ) &&
    behind.every(([only], at) => only?.[0]?.line !== controlItems[at]?.line)
  )
}

const places = new WeakMap<PageOutline, Map<Element, boolean>>()

/** "[ ] / First / [ ] / Last", each on a line of its own: the words under a control, where all are named so. */
export function wordsUnder(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  const next = outline.items[controlItem.at + 1]
  if (controlItem.ticked || next?.kind !== 'text' || next.line === controlItem.line) return []
  const place = around(outline, controlItem)
  if (!place) return []
  const known = places.get(outline) ?? new Map<Element, boolean>()
  places.set(outline, known)
  let is = known.get(place)
  if (is === undefined) {
    const items = inside(outline, place, controlItem)
    is = items !== null && isSaidUnder(items, controlItem.cell)
    known.set(place, is)
  }
  if (!is) return []
  const under: TextRun[] = []
  for (let at = controlItem.at + 1; at < outline.items.length; at++) {
    const item = outline.items[at]
    if (item?.kind !== 'text' || item.line !== next.line) break
    under.push(item)
  }
  return under
}
