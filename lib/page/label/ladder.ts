import type { LabelCandidate } from '../found.ts'
import { labelSureEnough } from '../plan/target.ts'
import type { Sheet, Spot, Table } from '../survey/sheet.ts'
import { fold } from '../words.ts'
import { accessible } from './accessible.ts'
import { block } from './block.ts'
import { geometry, isPlaced, type PlacedText, placedTexts } from './geometry.ts'
import { type Grid, gridsOf } from './grid.ts'
import { lead, trail } from './lead.ts'
import { name } from './name.ts'
import { table } from './table.ts'

/** What is worked out once for all labels of a sheet. */
export interface LabelRoom {
  sheet: Sheet
  gridOf: (table: Table) => Grid
  textsOf: (document: Document) => PlacedText[]
}

export function labelRoom(sheet: Sheet): LabelRoom {
  const placed = new Map<Document, PlacedText[]>()
  return {
    sheet,
    gridOf: gridsOf(sheet),
    textsOf(document) {
      let texts = placed.get(document)
      if (!texts) {
        texts = placedTexts(sheet, document)
        placed.set(document, texts)
      }
      return texts
    },
  }
}

/**
 * Every way to name a field (`ehr-facts`, the ladder), best first; the first rung wins among equals. `spots` are its
 * controls in the order of the page, `options` says that their own words are answers and not the question; `more` is
 * what is known besides.
 */
export function ladder(
  { sheet, gridOf, textsOf }: LabelRoom,
  spots: Spot[],
  options: boolean,
  more: (LabelCandidate | null)[] = [],
): LabelCandidate[] {
  const [spot] = spots
  if (!spot) return []
  const inFlow = [
    lead(sheet, spot),
    table(sheet, gridOf, spots),
    block(sheet, spot),
    options ? null : trail(sheet, spot),
  ]
  const rungs = [accessible(sheet, spots, options), ...more, ...inFlow]
  const found = rungs.filter((rung) => rung !== null)
  const placed = isPlaced(spot)
  if (placed || !found.some(({ score }) => score >= labelSureEnough)) {
    const near = geometry(spot, textsOf(spot.anchor.ownerDocument), placed)
    // Where things were placed by hand, the order of the text says little.
    if (placed) for (const each of found) if (inFlow.includes(each)) each.score = Math.min(each.score, 0.6)
    if (near) found.push(near)
  }
  const own = name(spot)
  if (own) found.push(own)
  found.sort((one, other) => other.score - one.score)
  const seen = new Set<string>()
  return found.filter(({ text }) => !seen.has(fold(text)) && seen.add(fold(text)))
}
