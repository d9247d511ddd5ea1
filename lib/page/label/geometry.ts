import type { LabelCandidate } from '../controls/fields.ts'
import { firstChild, holds, nextSibling, nodeType, ownerOf, parentOf, textOf } from '../natives.ts'
import type { ControlItem, Item, PageOutline, TextRun } from '../survey/outline.ts'
import { asLabel, candidate } from './text.ts'

const sameRowPx = 12
const rowReachPx = 500
const aboveReachPx = 100
const indentPx = 24

export interface PlacedText {
  text: string
  box: DOMRect
}

/**
 * Returns the DOM text node of a text, so that only this text is measured: its parent element may contain other texts.
 */
function nodeOf({ parent, written: writtenText }: TextRun): Node {
  for (let node = firstChild(parent); node; node = nextSibling(node))
    if (nodeType(node) === Node.TEXT_NODE && textOf(node) === writtenText) return node
  return parent
}

export function placedTexts({ items }: PageOutline, document: Document): PlacedText[] {
  const placed: PlacedText[] = []
  const range = document.createRange()
  for (const item of items) {
    // A text inside a `<label>` belongs to the control of that `<label>`, so it is no candidate for nearby controls.
    if (item.kind !== 'text' || item.claimedBy || item.label || ownerOf(item.parent) !== document) continue
    const text = asLabel(item.text)
    if (text === '' || text.length > 200) continue
    range.selectNodeContents(nodeOf(item))
    placed.push({ text, box: range.getBoundingClientRect() })
  }
  return placed
}

function placedAround(anchor: Element): Element | null {
  const view = anchor.ownerDocument.defaultView
  for (let around: Element | null = anchor, depth = 0; around && depth < 3; around = parentOf(around), depth++) {
    if (view?.getComputedStyle(around).position === 'absolute') return around
  }
  return null
}

/**
 * Returns true if the previous item is inside the same positioned element. Inside this element, document order is
 * reading order, so the text before a control can be its label.
 */
function flows({ items }: PageOutline, { at }: ControlItem, placedElement: Element): boolean {
  const previousItem: Item | undefined = items[at - 1]
  return (
    previousItem !== undefined &&
    holds(placedElement, previousItem.kind === 'text' ? previousItem.parent : previousItem.anchor)
  )
}

const sample = 40

/**
 * Returns true if some controls are positioned with CSS. Only a sample is checked, because computed styles are slow.
 */
export function hasPlaced({ controlItems }: PageOutline): boolean {
  const step = Math.max(1, Math.floor(controlItems.length / sample))
  return controlItems.some(({ anchor }, at) => at % step === 0 && placedAround(anchor) !== null)
}

export function placedIn(outline: PageOutline): (controlItem: ControlItem) => boolean {
  const some = hasPlaced(outline)
  if (some) {
    outline.asked.places = true
    outline.asked.placed = true
  }
  return (controlItem) => {
    const placedElement = some ? placedAround(controlItem.anchor) : null
    return placedElement !== null && !flows(outline, controlItem, placedElement)
  }
}

const middle = (box: DOMRect): number => box.top + Math.min(box.height, 24) / 2
const isSameRow = (one: DOMRect, otherBox: DOMRect): boolean => Math.abs(middle(one) - middle(otherBox)) < sameRowPx
/**
 * Returns true if the left edge of a text is between the left and right edges of the control. The text may also start
 * up to 24 px further left.
 */
const isInColumn = (box: DOMRect, anchorBox: DOMRect): boolean =>
  box.left > anchorBox.left - indentPx && box.left < anchorBox.right

function nearest(texts: PlacedText[], distanceOf: (box: DOMRect) => number | null): PlacedText | null {
  let best: { text: PlacedText; distance: number } | null = null
  for (const text of texts) {
    const distance = distanceOf(text.box)
    if (distance !== null && (!best || distance < best.distance)) best = { text, distance }
  }
  return best?.text ?? null
}

/**
 * Searches for the label of a control that is positioned with CSS. Of the texts in the same row that start to the left
 * of the control, the nearest one is used; otherwise the nearest text above the control.
 */
export function geometry(controlItem: ControlItem, texts: PlacedText[], others: DOMRect[]): LabelCandidate | null {
  const anchorBox = controlItem.anchor.getBoundingClientRect()
  const textBeside = nearest(texts, (box) => {
    const distance = anchorBox.left - box.left
    return isSameRow(box, anchorBox) && distance > 0 && distance < rowReachPx ? distance : null
  })
  const nearestText =
    textBeside ??
    nearest(texts, (box) => {
      const distance = anchorBox.top - box.top
      return isInColumn(box, anchorBox) && distance > sameRowPx && distance < aboveReachPx ? distance : null
    })
  if (!nearestText) return null
  const { text, box } = nearestText
  const isOthers = others.some((otherBox) =>
    textBeside
      ? isSameRow(otherBox, anchorBox) && otherBox.left >= box.left && otherBox.left < anchorBox.left
      : isInColumn(otherBox, anchorBox) && otherBox.top > box.top && otherBox.top < anchorBox.top,
  )
  return candidate(text, 'geometry', isOthers ? 0.45 : 0.75)
}
