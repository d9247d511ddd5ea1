import { attribute, localName, nodeType, parentOf, rootOf } from '../natives.ts'
import type { Cell, ControlItem, Item, PageOutline, Table, TextRun } from './outline.ts'

const sameCell = (one: Cell | null, otherCell: Cell | null): boolean =>
  one === null || otherCell === null
    ? one === otherCell
    : one.element === otherCell.element &&
      one.from === otherCell.from &&
      one.to === otherCell.to &&
      one.column === otherCell.column

/**
 * Returns true if the steps from `previousItem` to `one` and from `otherBefore` to `otherItem` have the same breaks:
 * both or neither begin a new line, and both or neither begin a new block. Also true if `previousItem` or `otherBefore`
 * is missing. Line and block numbers are not compared, because an empty element further up in the page changes them.
 */
const sameBreaks = (
  one: Item,
  otherItem: Item,
  previousItem: Item | undefined,
  otherBefore: Item | undefined,
): boolean =>
  previousItem === undefined ||
  otherBefore === undefined ||
  ((one.line === previousItem.line) === (otherItem.line === otherBefore.line) &&
    (one.block === previousItem.block) === (otherItem.block === otherBefore.block))

export function sameItem(one: Item, otherItem: Item, isSameCell: typeof sameCell): boolean {
  if (one.label !== otherItem.label || !isSameCell(one.cell, otherItem.cell)) return false
  if (one.kind === 'control')
    return (
      otherItem.kind === 'control' &&
      one.control === otherItem.control &&
      one.anchor === otherItem.anchor &&
      one.group === otherItem.group &&
      one.behind === otherItem.behind &&
      one.signing === otherItem.signing
    )
  return (
    otherItem.kind === 'text' &&
    one.written === otherItem.written &&
    one.parent === otherItem.parent &&
    one.strong === otherItem.strong &&
    one.heading === otherItem.heading &&
    one.afterWideGap === otherItem.afterWideGap
  )
}

function sameItems(some: Item[], others: Item[]): boolean {
  if (some.length !== others.length) return false
  for (let at = 0; at < some.length; at++) {
    const [one, otherItem] = [some[at], others[at]]
    if (
      !one ||
      !otherItem ||
      !sameItem(one, otherItem, sameCell) ||
      !sameBreaks(one, otherItem, some[at - 1], others[at - 1])
    )
      return false
  }
  return true
}

const sameList = <Each>(one: Each[], otherList: Each[]): boolean =>
  one.length === otherList.length && one.every((each, at) => each === otherList[at])

/**
 * Returns true if two surveys show the same text and controls in the same places. Call this function only if nothing
 * has changed between the two surveys except styles and nodes without text.
 */
export const sameOutline = (one: PageOutline, otherOutline: PageOutline): boolean =>
  sameItems(one.items, otherOutline.items) &&
  sameList(one.roots, otherOutline.roots) &&
  sameList(one.frames.flat(), otherOutline.frames.flat())

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
const sameGridCell = (one: Cell | null, otherCell: Cell | null): boolean =>
  one === otherCell ||
  (one !== null && otherCell !== null && one.element === otherCell.element && one.column === otherCell.column)

const joins = (one: Item, otherItem: Item | undefined): number =>
  otherItem === undefined ? 0 : Number(one.line === otherItem.line) + Number(one.block === otherItem.block)

/**
 * Counts the items that are equal in both lists, up to the first difference. Begins at the start of the lists (`step`
 * 1) or at the end (`step` -1). Line and block breaks between the items must be equal, too.
 */
function run(oldItems: Item[], newItems: Item[], step: 1 | -1, most: number): number {
  let [left, right] = step === 1 ? [0, 0] : [oldItems.length - 1, newItems.length - 1]
  let count = 0
  for (; count < most; count++, left += step, right += step) {
    const [one, otherItem] = [oldItems[left], newItems[right]]
    if (!one || !otherItem || !sameItem(one, otherItem, sameGridCell)) break
    if (count > 0 && joins(one, oldItems[left - step]) !== joins(otherItem, newItems[right - step])) break
  }
  return count
}

/**
 * Compares a text in two surveys. Returns true if the same option uses the text as its caption in both surveys, or if
 * no option uses it in either survey. The remaining text (`text`) must be equal, too, because an option may use only a
 * part of a text.
 */
const sameState = (one: Item, otherItem: Item): boolean =>
  one.kind === 'control' ||
  otherItem.kind === 'control' ||
  (one.text === otherItem.text && (one.claimedBy?.control ?? null) === (otherItem.claimedBy?.control ?? null))

const sameTextRuns = (some: TextRun[] | undefined, others: TextRun[] | undefined): boolean =>
  some?.length === others?.length && (some ?? []).every((each, at) => each.text === others?.[at]?.text)

const sameControlItems = (some: ControlItem[] | undefined, others: ControlItem[] | undefined): boolean =>
  some?.length === others?.length && (some ?? []).every(({ control }, at) => control === others?.[at]?.control)

function changedIds(oldOutline: PageOutline, newOutline: PageOutline, labels: Set<Element>): Set<string> {
  const idSet = new Set<string>()
  for (const label of labels) idSet.add(attribute(label, 'for') ?? '')
  for (const [one, otherOutline] of [
    [oldOutline, newOutline],
    [newOutline, oldOutline],
  ] as const) {
    for (const [id, count] of one.ids) if (otherOutline.ids.get(id) !== count) idSet.add(id)
    for (const [root, labelElements] of one.labelsFor) {
      const others = otherOutline.labelsFor.get(root)
      for (const [id, each] of labelElements) {
        const otherLabels = others?.get(id)
        if (otherLabels?.length !== each.length || each.some((label, at) => label !== otherLabels[at])) idSet.add(id)
      }
    }
  }
  idSet.delete('')
  return idSet
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
export function alike(oldOutline: PageOutline, newOutline: PageOutline, touched: Node[]): Alike {
  const [most, length] = [Math.min(oldOutline.items.length, newOutline.items.length), newOutline.items.length]
  const prefixLength = run(oldOutline.items, newOutline.items, 1, most)
  const suffixLength = run(oldOutline.items, newOutline.items, -1, most - prefixLength)
  const shift = length - oldOutline.items.length
  const itemBefore = (at: number): Item | undefined =>
    at < prefixLength ? oldOutline.items[at] : at >= length - suffixLength ? oldOutline.items[at - shift] : undefined

  const unlike = new Int32Array(length + 1)
  const labels = new Set<Element>()
  for (const [at, item] of newOutline.items.entries()) {
    const oldItem = itemBefore(at)
    const same = oldItem !== undefined && sameState(oldItem, item)
    const isEdge = at === prefixLength - 1 || at === length - suffixLength
    unlike[at + 1] = (unlike[at] ?? 0) + (same && !isEdge ? 0 : 1)
    if (!same && item.label) labels.add(item.label)
  }
  for (let at = prefixLength; at < oldOutline.items.length - suffixLength; at++) {
    const label = oldOutline.items[at]?.label
    if (label) labels.add(label)
  }
  const isSameFrom = (from: number, to: number): boolean =>
    from >= to || unlike[Math.min(to, length)] === unlike[Math.max(from, 0)]

  const ids = changedIds(oldOutline, newOutline, labels)
  const tables = tablesAround(touched)
  const clean = new Map<Table, boolean>()
  const isSameTable = (inner: Table): boolean => {
    const table = outermost(inner)
    let is = clean.get(table)
    if (is === undefined) {
      const cells = cellsOf(table)
      const start = cells[0]?.from ?? 0
      // The table may continue another table that ends directly before this table.
      const over = newOutline.items[start - 1]?.cell
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
        sameControlItems(oldOutline.groups.get(group), newOutline.groups.get(group)) &&
        sameTextRuns(oldOutline.legends.get(group), newOutline.legends.get(group))
      groups.set(group, is)
    }
    return is
  }
  const isSameControlItem = ({ label, group, control, anchor, behind: textarea }: ControlItem): boolean =>
    !(label && labels.has(label)) &&
    (!group || isSameGroup(group)) &&
    (ids.size === 0 || ![(textarea ?? control).id, anchor.id].some((id) => ids.has(id)))

  return {
    isSameTable,
    controlItemBefore(controlItem) {
      const item = itemBefore(controlItem.at)
      return item?.kind === 'control' ? item : null
    },
    isSame(controlItems) {
      let [from, to] = [controlItems[0]?.order ?? 0, controlItems.at(-1)?.order ?? 0]
      // All controls of a line are read again together, because their labels depend on each other.
      while (from > 0 && newOutline.controlItems[from - 1]?.line === newOutline.controlItems[from]?.line) from--
      while (
        to + 1 < newOutline.controlItems.length &&
        newOutline.controlItems[to + 1]?.line === newOutline.controlItems[to]?.line
      )
        to++
      const start = newOutline.controlItems[from - reach]?.at ?? 0
      if (
        !isSameFrom(start, (newOutline.controlItems[to + reach]?.at ?? length) + 1) ||
        !controlItems.every(isSameControlItem)
      )
        return false
      const nextAt = newOutline.controlItems[to + 1]?.at ?? length
      for (let at = newOutline.controlItems[from - 1]?.at ?? 0; at < nextAt; at++) {
        const cell = newOutline.items[at]?.cell
        if (cell && !isSameTable(cell.row.table)) return false
      }
      return true
    },
  }
}
