import type { LabelCandidate } from '../scan/found.ts'
import type { Row, Sheet, Spot, Table } from '../survey/sheet.ts'
import { fold } from '../words.ts'
import { accessible } from './accessible.ts'
import { block } from './block.ts'
import { geometry, type PlacedText, placedIn, placedTexts } from './geometry.ts'
import { type Grid, gridsOf } from './grid.ts'
import { lead, trail } from './lead.ts'
import { name } from './name.ts'
import { table } from './table.ts'

/** What is worked out once for all labels of a sheet. */
export interface LabelRoom {
  sheet: Sheet
  gridOf: (table: Table) => Grid
  textsOf: (document: Document) => PlacedText[]
  /** The boxes of a document's controls other than those of one field. */
  othersOf: (spots: Spot[]) => DOMRect[]
  isPlaced: (spot: Spot) => boolean
}

/** From here on no lower rung could say it better. */
const sure = 0.8
const sureEnough = 0.65
/** A text that merely stands before a control gives way to a label behind it. */
const wellLabelled = 0.7

/** The row of words just over options that stand in a row of cells: "Never | Sometimes | Often". */
function scaleHeads({ gridOf }: LabelRoom, spots: Spot[]): Row | null {
  const [cell] = spots.map((spot) => spot.cell)
  const cells = new Set(spots.map((spot) => spot.cell))
  if (!cell || cells.size < 2 || spots.some((spot) => spot.cell?.row !== cell.row)) return null
  const head = gridOf(cell.row.table).headOf(cell.row)
  return head?.index === cell.row.index - 1 ? head : null
}

export function labelRoom(sheet: Sheet): LabelRoom {
  const placed = new Map<Document, PlacedText[]>()
  const boxes = new Map<Document, [Spot, DOMRect][]>()
  return {
    sheet,
    gridOf: gridsOf(sheet),
    isPlaced: placedIn(sheet),
    textsOf(document) {
      sheet.asked.places = true
      let texts = placed.get(document)
      if (!texts) {
        texts = placedTexts(sheet, document)
        placed.set(document, texts)
      }
      return texts
    },
    othersOf(spots) {
      const document = spots[0]?.anchor.ownerDocument
      if (!document) return []
      let all = boxes.get(document)
      if (!all) {
        all = sheet.spots
          .filter(({ anchor }) => anchor.ownerDocument === document)
          .map((spot) => [spot, spot.anchor.getBoundingClientRect()])
        boxes.set(document, all)
      }
      return all.filter(([spot]) => !spots.includes(spot)).map(([, box]) => box)
    },
  }
}

/**
 * Every way to name a field, best first; the first rung wins among equals. `spots` are its controls in the order of the
 * page, `options` says that their own words are answers and not the question; `more` is what is known besides.
 */
export function ladder(
  room: LabelRoom,
  spots: Spot[],
  options: boolean,
  more: (LabelCandidate | null)[] = [],
): LabelCandidate[] {
  const [spot] = spots
  if (!spot) return []
  const { sheet, gridOf, textsOf } = room
  const found = [accessible(sheet, spots, options), ...more].filter((rung) => rung !== null)
  const best = (): number => found.reduce((score, each) => Math.max(score, each.score), 0)
  const placed = room.isPlaced(spot)
  const rungs: [number, () => LabelCandidate | null][] = [
    [sure, () => lead(sheet, spot)],
    [sure, () => table(sheet, gridOf, spots)],
    [sureEnough, () => block(sheet, spot, options ? scaleHeads(room, spots) : null)],
    [wellLabelled, () => (options ? null : trail(sheet, spot))],
  ]
  for (const [enough, rung] of rungs) {
    const each = best() < enough ? rung() : null
    // Where things were placed by hand, the order of the text says little.
    if (each) found.push(placed ? { ...each, score: Math.min(each.score, 0.6) } : each)
  }
  // Where the flow places things, the width of the window and the fonts decide what is beside what.
  const isMeasured = placed && best() < sure
  if (isMeasured) sheet.asked.measured.add(spot)
  const near = isMeasured ? geometry(spot, textsOf(spot.anchor.ownerDocument), room.othersOf(spots)) : null
  if (near) found.push(near)
  const own = best() < sureEnough ? name(spot) : null
  if (own) found.push(own)
  if (found.length < 2) return found
  found.sort((one, other) => other.score - one.score)
  const seen = new Set<string>()
  return found.filter(({ text }) => !seen.has(fold(text)) && seen.add(fold(text)))
}
