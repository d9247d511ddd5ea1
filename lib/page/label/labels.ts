import type { LabelCandidate } from '../scan/scanned-field.ts'
import type { ControlItem, PageOutline, Row, Table } from '../survey/outline.ts'
import { fold } from '../words.ts'
import { accessible } from './accessible.ts'
import { block } from './block.ts'
import { geometry, type PlacedText, placedIn, placedTexts } from './geometry.ts'
import { type Grid, gridsOf } from './grid.ts'
import { name } from './name.ts'
import { table } from './table.ts'
import { textAfter, textBefore } from './text-beside.ts'

/** What is worked out once for all labels of an outline. */
export interface LabelRoom {
  outline: PageOutline
  gridOf: (table: Table) => Grid
  textsOf: (document: Document) => PlacedText[]
  /** The boxes of a document's controls other than those of one field. */
  othersOf: (controlItems: ControlItem[]) => DOMRect[]
  isPlaced: (controlItem: ControlItem) => boolean
}

/** From here on no lower source could say it better. */
const sure = 0.8
const sureEnough = 0.65
/** A text that merely stands before a control gives way to a label behind it. */
const wellLabelled = 0.7

/** The row of words just over options that stand in a row of cells: "Never | Sometimes | Often". */
function scaleHeads({ gridOf }: LabelRoom, controlItems: ControlItem[]): Row | null {
  const [cell] = controlItems.map((controlItem) => controlItem.cell)
  const cells = new Set(controlItems.map((controlItem) => controlItem.cell))
  if (!cell || cells.size < 2 || controlItems.some((controlItem) => controlItem.cell?.row !== cell.row)) return null
  const head = gridOf(cell.row.table).headOf(cell.row)
  return head?.index === cell.row.index - 1 ? head : null
}

export function labelRoom(outline: PageOutline): LabelRoom {
  const placed = new Map<Document, PlacedText[]>()
  const boxes = new Map<Document, [ControlItem, DOMRect][]>()
  return {
    outline,
    gridOf: gridsOf(outline),
    isPlaced: placedIn(outline),
    textsOf(document) {
      outline.asked.places = true
      let texts = placed.get(document)
      if (!texts) {
        texts = placedTexts(outline, document)
        placed.set(document, texts)
      }
      return texts
    },
    othersOf(controlItems) {
      const document = controlItems[0]?.anchor.ownerDocument
      if (!document) return []
      let all = boxes.get(document)
      if (!all) {
        all = outline.controlItems
          .filter(({ anchor }) => anchor.ownerDocument === document)
          .map((controlItem) => [controlItem, controlItem.anchor.getBoundingClientRect()])
        boxes.set(document, all)
      }
      return all.filter(([controlItem]) => !controlItems.includes(controlItem)).map(([, box]) => box)
    },
  }
}

/**
 * Every way to name a field (`ehr-facts`, the label sources), best first; the first source wins among equals. `controlItems` are its
 * controls in the order of the page, `options` says that their own words are answers and not the question; `more` is
 * what is known besides.
 */
export function labelsFor(
  room: LabelRoom,
  controlItems: ControlItem[],
  options: boolean,
  more: (LabelCandidate | null)[] = [],
): LabelCandidate[] {
  const [controlItem] = controlItems
  if (!controlItem) return []
  const { outline, gridOf, textsOf } = room
  const found = [accessible(outline, controlItems, options), ...more].filter((source) => source !== null)
  const best = (): number => found.reduce((score, each) => Math.max(score, each.score), 0)
  const placed = room.isPlaced(controlItem)
  const sources: [number, () => LabelCandidate | null][] = [
    [sure, () => textBefore(outline, controlItem)],
    [sure, () => table(outline, gridOf, controlItems)],
    [sureEnough, () => block(outline, controlItem, options ? scaleHeads(room, controlItems) : null)],
    [wellLabelled, () => (options ? null : textAfter(outline, controlItem))],
  ]
  for (const [enough, source] of sources) {
    const each = best() < enough ? source() : null
    // Where things were placed by hand, the order of the text says little.
    if (each) found.push(placed ? { ...each, score: Math.min(each.score, 0.6) } : each)
  }
  // Where the flow places things, the width of the window and the fonts decide what is beside what.
  const isMeasured = placed && best() < sure
  if (isMeasured) outline.asked.measured.add(controlItem)
  const near = isMeasured
    ? geometry(controlItem, textsOf(controlItem.anchor.ownerDocument), room.othersOf(controlItems))
    : null
  if (near) found.push(near)
  const fromName = best() < sureEnough ? name(controlItem) : null
  if (fromName) found.push(fromName)
  if (found.length < 2) return found
  found.sort((one, other) => other.score - one.score)
  const seen = new Set<string>()
  return found.filter(({ text }) => !seen.has(fold(text)) && seen.add(fold(text)))
}
