import type { Cell, Item, Sheet } from './sheet.ts'

const sameCell = (one: Cell | null, other: Cell | null): boolean =>
  one === null || other === null
    ? one === other
    : one.element === other.element && one.from === other.from && one.to === other.to && one.column === other.column

function sameItem(one: Item, other: Item | undefined): boolean {
  if (!other || one.line !== other.line || one.block !== other.block || one.label !== other.label) return false
  if (!sameCell(one.cell, other.cell)) return false
  if (one.kind === 'spot')
    return (
      other.kind === 'spot' &&
      one.control === other.control &&
      one.anchor === other.anchor &&
      one.group === other.group &&
      one.behind === other.behind
    )
  return (
    other.kind === 'words' &&
    one.text === other.text &&
    one.parent === other.parent &&
    one.strong === other.strong &&
    one.heading === other.heading &&
    one.apart === other.apart
  )
}

const sameList = <Each>(one: Each[], other: Each[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

/**
 * Whether a reader sees the same words and controls in the same places as when a sheet was made. To be asked only of a
 * document to which nothing was added and whose marks, but those of looks, are the same.
 */
export const sameSheet = (one: Sheet, other: Sheet): boolean =>
  one.items.length === other.items.length &&
  one.items.every((item, at) => sameItem(item, other.items[at])) &&
  sameList(one.roots, other.roots) &&
  sameList(one.frames.flat(), other.frames.flat())
