import { firstChild, holds, nextSibling, nodeType, ownerOf, parentOf, textOf } from '../natives.ts'
import type { LabelCandidate } from '../scan/found.ts'
import type { Item, Sheet, Spot, Words } from '../survey/sheet.ts'
import { asLabel, candidate } from './text.ts'

const sameLinePx = 12
const farthestPx = 300
/** A text may run a little into its control. */
const overlapPx = 24

/** The texts of a sheet with their places; measured once, and only where a control needs them. */
export interface PlacedText {
  text: string
  box: DOMRect
}

/** Where a text stands; what else its element holds stands elsewhere. */
function nodeOf({ parent, written }: Words): Node {
  for (let node = firstChild(parent); node; node = nextSibling(node))
    if (nodeType(node) === Node.TEXT_NODE && textOf(node) === written) return node
  return parent
}

export function placedTexts({ items }: Sheet, document: Document): PlacedText[] {
  const placed: PlacedText[] = []
  const range = document.createRange()
  for (const item of items) {
    // A label names its own control, wherever others stand.
    if (item.kind !== 'words' || item.taken || item.label || ownerOf(item.parent) !== document) continue
    const text = asLabel(item.text)
    if (text === '' || text.length > 200) continue
    range.selectNodeContents(nodeOf(item))
    placed.push({ text, box: range.getBoundingClientRect() })
  }
  return placed
}

/** What was placed by hand: the control, or something close around it. */
function placedAround(anchor: Element): Element | null {
  const view = anchor.ownerDocument.defaultView
  for (let around: Element | null = anchor, depth = 0; around && depth < 3; around = parentOf(around), depth++) {
    if (view?.getComputedStyle(around).position === 'absolute') return around
  }
  return null
}

/** Whether a control goes on from a text or a control that was placed together with it: there the flow's order holds. */
function flows({ items }: Sheet, { at }: Spot, placed: Element): boolean {
  const before: Item | undefined = items[at - 1]
  return before !== undefined && holds(placed, before.kind === 'words' ? before.parent : before.anchor)
}

const sample = 40

/** Whether some of a sheet's controls are placed by hand; styles are dear, so a sample of them is asked. */
export function hasPlaced({ spots }: Sheet): boolean {
  const step = Math.max(1, Math.floor(spots.length / sample))
  return spots.some(({ anchor }, at) => at % step === 0 && placedAround(anchor) !== null)
}

/**
 * Whether a control's place on the screen is its author's doing and not the flow's: then its neighbours in the text may
 * be strangers. A document is asked control by control only where some of its controls are so placed.
 */
export function placedIn(sheet: Sheet): (spot: Spot) => boolean {
  const some = hasPlaced(sheet)
  if (some) {
    sheet.asked.places = true
    sheet.asked.placed = true
  }
  return (spot) => {
    const placed = some ? placedAround(spot.anchor) : null
    return placed !== null && !flows(sheet, spot, placed)
  }
}

const middle = (box: DOMRect): number => box.top + Math.min(box.height, 24) / 2

/** Sixth rung: the nearest text to the left on the same line, else the nearest above that overlaps. */
export function geometry(spot: Spot, texts: PlacedText[], sure: boolean): LabelCandidate | null {
  const own = spot.anchor.getBoundingClientRect()
  let best: { text: string; distance: number } | null = null
  for (const { text, box } of texts) {
    if (Math.abs(middle(box) - middle(own)) >= sameLinePx) continue
    if (box.left >= own.left || box.right > own.left + overlapPx) continue
    const distance = Math.max(0, own.left - box.right)
    if (distance < farthestPx && (!best || distance < best.distance)) best = { text, distance }
  }
  for (const { text, box } of best ? [] : texts) {
    if (box.bottom > own.top + 2 || box.left >= own.right || box.right <= own.left) continue
    const distance = Math.max(0, own.top - box.bottom)
    if (distance < farthestPx / 4 && (!best || distance < best.distance)) best = { text, distance }
  }
  return best && candidate(best.text, 'geometry', sure ? 0.75 : 0.45)
}
