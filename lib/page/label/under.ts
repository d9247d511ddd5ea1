import { holds, parentOf } from '../natives.ts'
import type { Item, Sheet, Spot, Words } from '../survey/sheet.ts'
import { isProse, joined } from './text.ts'

/** Further than this from a control nothing is looked at. */
const itemsMost = 200

const elementOf = (item: Item): Element => (item.kind === 'spot' ? item.anchor : item.parent)

/** The smallest element around a control and the one before it or behind it. */
function around({ spots }: Sheet, { anchor, order }: Spot): Element | null {
  const beside = [spots[order - 1], spots[order + 1]]
  for (let each = parentOf(anchor); each; each = parentOf(each)) {
    const place = each
    if (beside.some((other) => other && holds(place, other.anchor))) return place
  }
  return null
}

/** What stands in an element, as seen from one item in it; null where that is too much. */
function inside({ items }: Sheet, place: Element, { at }: Spot): Item[] | null {
  let [from, to] = [at, at + 1]
  const isIn = (item: Item | undefined): boolean => item !== undefined && holds(place, elementOf(item))
  while (to - from <= itemsMost && isIn(items[from - 1])) from--
  while (to - from <= itemsMost && isIn(items[to])) to++
  return to - from > itemsMost ? null : items.slice(from, to)
}

/** The texts before the first control, behind each, and so on, block by block. */
function textsOf(items: Item[]): Words[][][] {
  const texts: Words[][][] = [[]]
  for (const item of items) {
    const last = texts.at(-1) ?? []
    const block = last.at(-1)
    if (item.kind === 'spot') texts.push([])
    else if (block?.[0]?.block === item.block) block.push(item)
    else last.push([item])
  }
  return texts
}

const isName = (words: Words[]): boolean => {
  const said = joined(words)
  return /\p{L}{2}/u.test(said) && !/[:?]\s*$/.test(said) && !isProse(said) && said.split(' ').length <= 8
}

const isHeading = (words: Words[]): boolean => {
  const said = joined(words)
  return words.every(({ heading, strong }) => heading || strong) || isProse(said) || /\.\s*$/.test(said)
}

/** Whether in a place controls and names stand in turn, beginning with a control and ending with a name. */
function isSaidUnder(items: Item[], cell: Spot['cell']): boolean {
  const spots = items.filter((item) => item.kind === 'spot')
  const [before, ...behind] = textsOf(items)
  return (
    spots.length > 1 &&
    spots.every((spot) => !spot.ticked && spot.cell === cell) &&
    new Set(spots.map(({ block }) => block)).size === spots.length &&
    (before ?? []).every(isHeading) &&
    behind.every(
      ([only, more]) => only && !more && only.every(({ taken, label }) => !taken && !label) && isName(only),
    ) &&
    behind.every(([only], at) => only?.[0]?.block !== spots[at]?.block)
  )
}

const places = new WeakMap<Sheet, Map<Element, boolean>>()

/** "[ ] / First / [ ] / Last", each in a block of its own: the words under a control, where all are named so. */
export function wordsUnder(sheet: Sheet, spot: Spot): Words[] {
  const next = sheet.items[spot.at + 1]
  if (spot.ticked || next?.kind !== 'words' || next.block === spot.block) return []
  const place = around(sheet, spot)
  if (!place) return []
  const known = places.get(sheet) ?? new Map<Element, boolean>()
  places.set(sheet, known)
  let is = known.get(place)
  if (is === undefined) {
    const items = inside(sheet, place, spot)
    is = items !== null && isSaidUnder(items, spot.cell)
    known.set(place, is)
  }
  if (!is) return []
  const under: Words[] = []
  for (let at = spot.at + 1; at < sheet.items.length; at++) {
    const item = sheet.items[at]
    if (item?.kind !== 'words' || item.block !== next.block) break
    under.push(item)
  }
  return under
}
