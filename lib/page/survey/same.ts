import type { Cell, Item, Sheet } from './sheet.ts'

const sameCell = (one: Cell | null, other: Cell | null): boolean =>
  one === null || other === null
    ? one === other
    : one.element === other.element && one.from === other.from && one.to === other.to && one.column === other.column

/** Lines and blocks are counted from the top: what something empty above has added to them says nothing. */
const sameBreaks = (one: Item, other: Item, before: Item | undefined, otherBefore: Item | undefined): boolean =>
  before === undefined ||
  otherBefore === undefined ||
  ((one.line === before.line) === (other.line === otherBefore.line) &&
    (one.block === before.block) === (other.block === otherBefore.block))

/** Whether two items are the same words or control, in the same cell as `isSameCell` sees it. */
export function sameItem(one: Item, other: Item, isSameCell: typeof sameCell): boolean {
  if (one.label !== other.label || !isSameCell(one.cell, other.cell)) return false
  if (one.kind === 'spot')
    return (
      other.kind === 'spot' &&
      one.control === other.control &&
      one.anchor === other.anchor &&
      one.group === other.group &&
      one.behind === other.behind &&
      one.signing === other.signing
    )
  return (
    other.kind === 'words' &&
    one.written === other.written &&
    one.parent === other.parent &&
    one.strong === other.strong &&
    one.heading === other.heading &&
    one.apart === other.apart
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
 * Whether a reader sees the same words and controls in the same places as when a sheet was made. To be asked only of a
 * document to which nothing was added but what has no words, and whose marks, but those of looks, are the same.
 */
export const sameSheet = (one: Sheet, other: Sheet): boolean =>
  sameItems(one.items, other.items) &&
  sameList(one.roots, other.roots) &&
  sameList(one.frames.flat(), other.frames.flat())
