import type { Cell, Item, PageOutline } from './outline.ts'

const sameCell = (one: Cell | null, other: Cell | null): boolean =>
  one === null || other === null
    ? one === other
    : one.element === other.element && one.from === other.from && one.to === other.to && one.column === other.column

/**
 * Compares only the breaks between neighbours. Line and block numbers count from the top, so an empty element further
 * up shifts them.
 */
const sameBreaks = (one: Item, other: Item, before: Item | undefined, otherBefore: Item | undefined): boolean =>
  before === undefined ||
  otherBefore === undefined ||
  ((one.line === before.line) === (other.line === otherBefore.line) &&
    (one.block === before.block) === (other.block === otherBefore.block))

/** Returns true if two items are the same text or control. `isSameCell` compares their table cells. */
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
 * Returns true if two surveys show the same text and controls in the same places. Only valid if the document changed in
 * nothing but styles and nodes without text.
 */
export const sameOutline = (one: PageOutline, other: PageOutline): boolean =>
  sameItems(one.items, other.items) &&
  sameList(one.roots, other.roots) &&
  sameList(one.frames.flat(), other.frames.flat())
