import type { LabelCandidate } from '../controls/fields.ts'
import { holds, parentOf } from '../natives.ts'
import { type ControlItem, type PageOutline, runOf, type TextRun } from '../survey/outline.ts'
import { captionBehind } from './accessible.ts'
import { asks, candidate, goesOn, joined, withoutUnit, wordsUnder } from './text.ts'

function wordsBefore(
  { items }: PageOutline,
  controlItem: ControlItem,
): { words: TextRun[]; previous: ControlItem | null } {
  const words: TextRun[] = []
  for (let at = controlItem.at - 1; at >= 0; at--) {
    const item = items[at]
    if (!item || item.block !== controlItem.block) break
    if (item.kind === 'control') return { words, previous: item }
    if (item.claimedBy === controlItem) continue
    if (item.claimedBy || (words[0] && words[0].line !== item.line)) break
    words.unshift(item)
  }
  return { words, previous: null }
}

/** Leaves out a question whose answer is printed text, as in "**Name:** Rosa Lindqvist **Time in:** [ ]". */
function lastAsked(words: TextRun[]): TextRun[] {
  const last = words.at(-1)
  if (!last || !asks(last.text)) return words
  const isLike = (each: TextRun): boolean =>
    each.strong === last.strong && (each.label === null) === (last.label === null)
  const end = words.findLastIndex((each) => each.parent !== last.parent && isLike(each) && asks(each.text))
  if (end < 0 || !(last.strong || last.label)) return words
  return words.slice(words.findIndex((each, at) => at > end && each.parent === last.parent))
}

function parts(words: TextRun[]): TextRun[][] {
  const groups: TextRun[][] = []
  for (const [at, each] of words.entries()) {
    const previousText = words[at - 1]
    const part = groups.at(-1)
    if (!part || !previousText || each.afterWideGap || (asks(previousText.text) && each.parent !== previousText.parent))
      groups.push([each])
    else part.push(each)
  }
  return groups
}

function overhead({ controlItems }: PageOutline, controlItem: ControlItem, words: TextRun[]): LabelCandidate | null {
  const heads = parts(words)
  if (heads.length < 2) return null
  let sideCount = 1
  for (
    let next = controlItems[controlItem.order + 1];
    next?.line === controlItem.line;
    next = controlItems[next.order + 1]
  )
    sideCount++
  const [ownHead] = heads
  return candidate(joined(ownHead ?? []), 'cell', sideCount === heads.length ? 0.65 : 0.4)
}

function wordsBehind({ items }: PageOutline, controlItem: ControlItem): TextRun[] {
  const words: TextRun[] = []
  for (let at = controlItem.at + 1; at < items.length; at++) {
    const item = items[at]
    if (item?.kind !== 'text' || item.line !== controlItem.line || item.claimedBy) break
    words.push(item)
  }
  return words
}

/** Returns true if the line begins with a control and every control is followed by text, as in "[ ] First [ ] Last". */
function isSaidBehind(outline: PageOutline, controlItem: ControlItem): boolean {
  const line = runOf(outline, controlItem, (neighbor) => neighbor.line === controlItem.line)
  const [first] = line
  const previousItem = first && outline.items[first.at - 1]
  if (!first || line.length < 2 || (previousItem?.kind === 'text' && previousItem.line === first.line)) return false
  return line.every((each) => {
    const textBehind = joined(wordsBehind(outline, each))
    return /\p{L}{2}/u.test(textBehind) && !goesOn(textBehind) && !asks(textBehind)
  })
}

/**
 * Matches the end of a text between two controls in the middle of a sentence, such as "mg of" in "[ ] mg of [ ] for [ ]
 * days".
 */
const leadsOn =
  /(?:^|\s)(?:of|for|and|or|the|an?|is|are|was|were|than|that|my|his|her|their|your)$|^(?:by|on|at|in|to|with|from)$/i
const isMidSentence = (text: string): boolean => text.length > 80 && /^[\p{Ll}(]/u.test(text) && !asks(text)

export function textBefore(outline: PageOutline, controlItem: ControlItem): LabelCandidate | null {
  const { words, previous } = wordsBefore(outline, controlItem)
  const [first] = words
  if (!first) return null
  // If all labels are under their controls, the text above this control labels the previous control.
  if (first.line !== controlItem.line && wordsUnder(outline, controlItem).length > 0) return null
  const above = first.line !== controlItem.line && !controlItem.ticked ? overhead(outline, controlItem, words) : null
  if (above) return above
  const besideText = previous !== null && previous.line === controlItem.line && !previous.ticked
  const questionText = joined(lastAsked(words))
  const previousItem = outline.items[first.at - 1]
  const text =
    besideText || (previousItem?.kind === 'control' && !previousItem.ticked) ? withoutUnit(questionText) : questionText
  const trailing = previous !== null && first.line !== controlItem.line && previous.line === first.line
  const others = previous !== null && !asks(text) && isSaidBehind(outline, controlItem)
  const unsure =
    trailing ||
    others ||
    isMidSentence(text) ||
    !/\p{L}/u.test(text) ||
    (besideText && (goesOn(text) || leadsOn.test(questionText)))
  return candidate(text, 'cell', unsure ? 0.4 : first.line === controlItem.line ? 0.8 : 0.7)
}

export function textAfter(outline: PageOutline, controlItem: ControlItem): LabelCandidate | null {
  const { items, controlItems } = outline
  const [itemBefore, itemAfter] = [controlItems[controlItem.order - 1], controlItems[controlItem.order + 1]]
  const words: TextRun[] = []
  for (let position = controlItem.at + 1; position < (itemAfter?.at ?? items.length); position++) {
    const item = items[position]
    if (item?.kind === 'text' && !item.claimedBy) words.push(item)
    if (words.length > 8) break
  }
  if (words.length === 0) return null
  const captionTexts = captionBehind(outline, controlItem)
  // This score is higher than the score of a block of text before the control, because that block is the name of the
  // group.
  if (captionTexts.length > 0) return candidate(joined(captionTexts), 'cell', 0.68)
  if (!controlItem.ticked && isSaidBehind(outline, controlItem))
    return candidate(joined(wordsBehind(outline, controlItem)), 'cell', 0.6)
  for (let around = parentOf(controlItem.anchor); around; around = parentOf(around)) {
    const inside = around
    if ((itemBefore && holds(around, itemBefore.anchor)) || (itemAfter && holds(around, itemAfter.anchor))) return null
    const inPlace = words.filter(({ parent }) => holds(inside, parent))
    const [first] = inPlace
    if (first)
      return candidate(joined(inPlace.filter(({ block }) => block === first.block)), 'cell', first.label ? 0.7 : 0.45)
  }
  return null
}
