import type { LabelCandidate } from '../controls/fields.ts'
import { firstChild, holds, nextSibling, nodeType, ownerOf, parentOf, textOf } from '../natives.ts'
import type { ControlItem, Item, PageOutline, TextRun } from '../survey/outline.ts'
import { asLabel, candidate } from './text.ts'

/** Two things are in one row when the middles of their first lines differ by less than this. */
const sameRowPx = 12
/** A text in the same row names a control only if the text starts within this distance of the control. */
const rowReachPx = 500
/** A text above names a control only if its first line starts at most this far above the control. */
const aboveReachPx = 100
/** A text above a control may start this far to the left of the control. */
const indentPx = 24

/** The texts of an outline with their places; measured once, and only where a control needs them. */
export interface PlacedText {
  text: string
  box: DOMRect
}

/** Where a text stands; what else its element holds stands elsewhere. */
function nodeOf({ parent, written }: TextRun): Node {
  for (let node = firstChild(parent); node; node = nextSibling(node))
    if (nodeType(node) === Node.TEXT_NODE && textOf(node) === written) return node
  return parent
}

export function placedTexts({ items }: PageOutline, document: Document): PlacedText[] {
  const placed: PlacedText[] = []
  const range = document.createRange()
  for (const item of items) {
    // A label names its own control, wherever others stand.
    if (item.kind !== 'text' || item.claimedBy || item.label || ownerOf(item.parent) !== document) continue
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
function flows({ items }: PageOutline, { at }: ControlItem, placed: Element): boolean {
  const before: Item | undefined = items[at - 1]
  return before !== undefined && holds(placed, before.kind === 'text' ? before.parent : before.anchor)
}

const sample = 40

/** Whether some of an outline's controls are placed by hand; styles are dear, so a sample of them is asked. */
export function hasPlaced({ controlItems }: PageOutline): boolean {
  const step = Math.max(1, Math.floor(controlItems.length / sample))
  return controlItems.some(({ anchor }, at) => at % step === 0 && placedAround(anchor) !== null)
}

/**
 * Whether a control's place on the screen is its author's doing and not the flow's: then its neighbours in the text may
 * be strangers. A document is asked control by control only where some of its controls are so placed.
 */
export function placedIn(outline: PageOutline): (controlItem: ControlItem) => boolean {
  const some = hasPlaced(outline)
  if (some) {
    outline.asked.places = true
    outline.asked.placed = true
  }
  return (controlItem) => {
    const placed = some ? placedAround(controlItem.anchor) : null
    return placed !== null && !flows(outline, controlItem, placed)
  }
}

const middle = (box: DOMRect): number => box.top + Math.min(box.height, 24) / 2
const isSameRow = (one: DOMRect, other: DOMRect): boolean => Math.abs(middle(one) - middle(other)) < sameRowPx
/** Whether a box starts in the columns that a control covers. */
const isInColumn = (box: DOMRect, anchorBox: DOMRect): boolean =>
  box.left > anchorBox.left - indentPx && box.left < anchorBox.right

/** The nearest of the texts, by a distance that is null for texts that cannot name the control. */
function nearest(texts: PlacedText[], distanceOf: (box: DOMRect) => number | null): PlacedText | null {
  let best: { text: PlacedText; distance: number } | null = null
  for (const text of texts) {
    const distance = distanceOf(text.box)
    if (distance !== null && (!best || distance < best.distance)) best = { text, distance }
  }
  return best?.text ?? null
}

/**
 * Sixth source, for controls that their page places by hand: the text in the same row that starts nearest to the left, else
 * the text above that starts nearest. Only the points where texts start are compared. Where a text ends depends on the
 * fonts of the machine: a text that is wide enough to run under its control would otherwise lose it, and the control would
 * take the label of another one. `others` are the boxes of the document's other controls; a text with one of them in
 * between is doubtful.
 */
export function geometry(controlItem: ControlItem, texts: PlacedText[], others: DOMRect[]): LabelCandidate | null {
  const anchorBox = controlItem.anchor.getBoundingClientRect()
  const beside = nearest(texts, (box) => {
    const distance = anchorBox.left - box.left
    return isSameRow(box, anchorBox) && distance > 0 && distance < rowReachPx ? distance : null
  })
  const found =
    beside ??
    nearest(texts, (box) => {
      const distance = anchorBox.top - box.top
      return isInColumn(box, anchorBox) && distance > sameRowPx && distance < aboveReachPx ? distance : null
    })
  if (!found) return null
  const { text, box } = found
  const isOthers = others.some((other) =>
    beside
      ? isSameRow(other, anchorBox) && other.left >= box.left && other.left < anchorBox.left
      : isInColumn(other, anchorBox) && other.top > box.top && other.top < anchorBox.top,
  )
  return candidate(text, 'geometry', isOthers ? 0.45 : 0.75)
}
