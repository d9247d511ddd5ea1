import type { LabelCandidate } from '../found.ts'
import { labelText } from '../words.ts'
import { holdsControl, wordsOf } from './near-text.ts'

const sameLinePx = 12
const farthestPx = 300

/** The small blocks of text of a document with their places; measured once for a scan. */
export interface PlacedText {
  text: string
  box: DOMRect
}

export function placedTexts(document: Document): PlacedText[] {
  const placed: PlacedText[] = []
  for (const element of document.querySelectorAll(
    'td, th, span, div, label, b, strong, p, legend, h1, h2, h3, h4, h5, h6',
  )) {
    if (element.querySelector('td, th, div, p, label, span') || holdsControl(element)) continue
    const text = labelText(wordsOf(element))
    const box = element.getBoundingClientRect()
    if (/\p{L}/u.test(text) && text.length <= 200 && box.width > 0) placed.push({ text, box })
  }
  return placed
}

/** Sixth rung: the nearest text to the left on the same line, else the nearest above that overlaps. */
export function geometry(control: Element, texts: PlacedText[]): LabelCandidate | null {
  const own = control.getBoundingClientRect()
  let best: { text: string; distance: number } | null = null
  const consider = (text: string, distance: number): void => {
    if (distance >= 0 && distance < farthestPx && (!best || distance < best.distance)) best = { text, distance }
  }
  for (const { text, box } of texts) {
    const middle = (rect: DOMRect): number => rect.top + Math.min(rect.height, 24) / 2
    if (Math.abs(middle(box) - middle(own)) < sameLinePx && box.right <= own.left + 2)
      consider(text, Math.max(0, own.left - box.right))
  }
  if (!best) {
    for (const { text, box } of texts) {
      if (box.bottom <= own.top + 2 && box.left < own.right && box.right > own.left)
        consider(text, Math.max(0, own.top - box.bottom))
    }
  }
  const found = best as { text: string } | null
  return found && { text: found.text, rule: 'geometry', score: 0.5 }
}
