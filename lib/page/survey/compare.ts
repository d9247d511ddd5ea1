import { attribute, localName, nodeType, parentOf, rootOf } from '../natives.ts'
import type { Cell, ControlItem, Item, PageOutline, Table, TextRun } from './outline.ts'

const sameCell = (one: Cell | null, other: Cell | null): boolean =>
  one === null || other === null
    ? one === other
    : one.element === other.element && one.from === other.from && one.to === other.to && one.column === other.column

/**
 * Returns true if the steps from `before` to `one` and from `otherBefore` to `other` have the same breaks: both or
 * neither begin a new line, and both or neither begin a new block. Also true if `before` or `otherBefore` is missing.
 * Line and block numbers are not compared, because an empty element further up in the page changes them.
 */
const sameBreaks = (one: Item, other: Item, before: Item | undefined, otherBefore: Item | undefined): boolean =>
  before === undefined ||
  otherBefore === undefined ||
  ((one.line === before.line) === (other.line === otherBefore.line) &&
    (one.block === before.block) === (other.block === otherBefore.block))

export function sameItem(one: Item, other: Item, isSameCell: typeof sameCell): boolean {
  if (one.label !== other.label || !isSameCell(one.cell, other.cell)) return false
  if (one.kind === 'control')
    return (
      other.kind === 'control' &&
      one.control === other.control &&
      one.anchor === other.anchor &&
      one.group === other.group &&
      one.behind === other.behind &&
      one.signing === other.signing
    )
  return (
    other.kind === 'text' &&
    one.written === other.written &&
    one.parent === other.parent &&
    one.strong === other.strong &&
    one.heading === other.heading &&
    one.afterWideGap === other.afterWideGap
  )
}

function sameItems(some: Item[], others: Item[]): boolean {
  if (some.length !== others.length) return false
  for (let at = 0; at < some.length; at++) {
    const [one, other] = [some[at], others[at]]
    if (!one || !other || !sameItem(one, other, sameCell) || !sameBreaks(one, other, some[at - 1], others[at - 1]))
      return false
  }
  return true
}

const sameList = <Each>(one: Each[], other: Each[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

/**
 * Returns true if two surveys show the same text and controls in the same places. Call this function only if nothing
 * has changed between the two surveys except styles and nodes without text.
 */
export const sameOutline = (one: PageOutline, other: PageOutline): boolean =>
  sameItems(one.items, other.items) &&
  sameList(one.roots, other.roots) &&
  sameList(one.frames.flat(), other.frames.flat())

export const reach = 24

export interface Alike {
  controlItemBefore(controlItem: ControlItem): ControlItem | null
  isSame(controlItems: ControlItem[]): boolean
  isSameTable(table: Table): boolean
}

/**
 * Returns true if two cells are the same element in the same column. Item numbers are not compared, because changes
 * further up may have shifted them.
 */
const sameGridCell = (one: Cell | null, other: Cell | null): boolean =>
  one === other || (one !== null && other !== null && one.element === other.element && one.column === other.column)

const joins = (one: Item, other: Item | undefined): number =>
  other === undefined ? 0 : Number(one.line === other.line) + Number(one.block === other.block)

/**
 * Counts the items that are equal in both lists, up to the first difference. Begins at the start of the lists (`step`
 * 1) or at the end (`step` -1). Line and block breaks between the items must be equal, too.
 */
function run(before: Item[], now: Item[], step: 1 | -1, most: number): number {
  let [left, right] = step === 1 ? [0, 0] : [before.length - 1, now.length - 1]
  let count = 0
  for (; count < most; count++, left += step, right += step) {
    const [one, other] = [before[left], now[right]]
    if (!one || !other || !sameItem(one, other, sameGridCell)) break
    if (count > 0 && joins(one, before[left - step]) !== joins(other, now[right - step])) break
  }
  return count
}

/**
 * Compares a text in two surveys. Returns true if the same option uses the text as its caption in both surveys, or if
 * no option uses it in either survey. The remaining text (`text`) must be equal, too, because an option may use only a
 * part of a text.
 */
const sameState = (one: Item, other: Item): boolean =>
  one.kind === 'control' ||
  other.kind === 'control' ||
  (one.text === other.text && (one.claimedBy?.control ?? null) === (other.claimedBy?.control ?? null))

const sameTextRuns = (some: TextRun[] | undefined, others: TextRun[] | undefined): boolean =>
  some?.length === others?.length && (some ?? []).every((each, at) => each.text === others?.[at]?.text)

const sameControlItems = (some: ControlItem[] | undefined, others: ControlItem[] | undefined): boolean =>
  some?.length === others?.length && (some ?? []).every(({ control }, at) => control === others?.[at]?.control)

function changedIds(before: PageOutline, now: PageOutline, labels: Set<Element>): Set<string> {
  const changed = new Set<string>()
  for (const label of labels) changed.add(attribute(label, 'for') ?? '')
  for (const [one, other] of [
    [before, now],
    [now, before],
  ] as const) {
    for (const [id, count] of one.ids) if (other.ids.get(id) !== count) changed.add(id)
    for (const [root, named] of one.labelsFor) {
      const others = other.labelsFor.get(root)
      for (const [id, each] of named) {
        const beside = others?.get(id)
        if (beside?.length !== each.length || each.some((label, at) => label !== beside[at])) changed.add(id)
      }
    }
  }
  changed.delete('')
  return changed
}

function tablesAround(places: Node[]): Set<Element> {
  const tables = new Set<Element>()
  for (const place of places) {
    let around: Element | null =
      nodeType(place) === 1 ? (place as Element) : nodeType(place) === 11 ? (place as ShadowRoot).host : null
    while (around) {
      if (localName(around) === 'table') tables.add(around)
      const root: Node = rootOf(around)
      around = parentOf(around) ?? (nodeType(root) === 11 ? (root as ShadowRoot).host : null)
    }
  }
  return tables
}

const outermost = (table: Table): Table => (table.outer ? outermost(table.outer.row.table) : table)

const cellsOf = ({ rows }: Table): Cell[] => rows.flatMap(({ cells }) => cells)

/**
 * Compares a survey with the previous survey of the same page. `touched` are the nodes in which something was added or
 * removed between the surveys. Everything else must be unchanged, except for styles. In both surveys, the texts that
 * are captions of options must already be marked with `claimedBy`.
 */
export function alike(before: PageOutline, now: PageOutline, touched: Node[]): Alike {
  const [most, length] = [Math.min(before.items.length, now.items.length), now.items.length]
  const first = run(before.items, now.items, 1, most)
  const last = run(before.items, now.items, -1, most - first)
  const shift = length - before.items.length
  const itemBefore = (at: number): Item | undefined =>
    at < first ? before.items[at] : at >= length - last ? before.items[at - shift] : undefined

  const unlike = new Int32Array(length + 1)
  const labels = new Set<Element>()
  for (const [at, item] of now.items.entries()) {
    const known = itemBefore(at)
    const same = known !== undefined && sameState(known, item)
    const isEdge = at === first - 1 || at === length - last
    unlike[at + 1] = (unlike[at] ?? 0) + (same && !isEdge ? 0 : 1)
    if (!same && item.label) labels.add(item.label)
  }
  for (let at = first; at < before.items.length - last; at++) {
    const label = before.items[at]?.label
    if (label) labels.add(label)
  }
  const isSameFrom = (from: number, to: number): boolean =>
    from >= to || unlike[Math.min(to, length)] === unlike[Math.max(from, 0)]

  const ids = changedIds(before, now, labels)
  const tables = tablesAround(touched)
  const clean = new Map<Table, boolean>()
  const isSameTable = (inner: Table): boolean => {
    const table = outermost(inner)
    let is = clean.get(table)
    if (is === undefined) {
      const cells = cellsOf(table)
      const start = cells[0]?.from ?? 0
      // The table may continue another table that ends directly before this table.
      const over = now.items[start - 1]?.cell
      is =
        !tables.has(table.element) &&
        isSameFrom(start - 1, cells.at(-1)?.to ?? 0) &&
        (!over || isSameTable(over.row.table))
      clean.set(table, is)
    }
    return is
  }
  const groups = new Map<Element, boolean>()
  const isSameGroup = (group: Element): boolean => {
    let is = groups.get(group)
    if (is === undefined) {
      is =
        sameControlItems(before.groups.get(group), now.groups.get(group)) &&
        sameTextRuns(before.legends.get(group), now.legends.get(group))
      groups.set(group, is)
    }
    return is
  }
  const isSameControlItem = ({ label, group, control, anchor, behind }: ControlItem): boolean =>
    !(label && labels.has(label)) &&
    (!group || isSameGroup(group)) &&
    (ids.size === 0 || ![(behind ?? control).id, anchor.id].some((id) => ids.has(id)))

  return {
    isSameTable,
    controlItemBefore(controlItem) {
      const item = itemBefore(controlItem.at)
      return item?.kind === 'control' ? item : null
    },
    isSame(controlItems) {
      let [from, to] = [controlItems[0]?.order ?? 0, controlItems.at(-1)?.order ?? 0]
      // All controls of a line are read again together, because their labels depend on each other.
      while (from > 0 && now.controlItems[from - 1]?.line === now.controlItems[from]?.line) from--
      while (to + 1 < now.controlItems.length && now.controlItems[to + 1]?.line === now.controlItems[to]?.line) to++
      const start = now.controlItems[from - reach]?.at ?? 0
      if (
        !isSameFrom(start, (now.controlItems[to + reach]?.at ?? length) + 1) ||
        !controlItems.every(isSameControlItem)
      )
        return false
      const next = now.controlItems[to + 1]?.at ?? length
      for (let at = now.controlItems[from - 1]?.at ?? 0; at < next; at++) {
        const cell = now.items[at]?.cell
        if (cell && !isSameTable(cell.row.table)) return false
      }
      return true
    },
  }
}
