import type { LabelCandidate } from '../controls/fields.ts'
import { attribute, holds, localName, parentOf } from '../natives.ts'
import { type ControlItem, type Item, type PageOutline, runOf, type TextRun } from '../survey/outline.ts'
import { captionBehind } from './accessible.ts'
import { candidate, goesOn, joined, withoutUnit, wordsUnder } from './text.ts'

/**
 * Returns the texts before a control that are in its block and on one line: the line of the nearest text. `previous`:
 * the control at which the search ended, or null.
 */
function wordsBefore(
  { items }: PageOutline,
  controlItem: ControlItem,
): { words: TextRun[]; previous: ControlItem | null } {
  const words: TextRun[] = []
  for (let at = controlItem.at - 1; at >= 0; at--) {
    const item = items[at]
    if (!item || item.block !== controlItem.block) break
    if (item.kind === 'control') return { words, previous: item }
    // Skips the text of the first option, which is between the question and the control.
    if (item.claimedBy === controlItem) continue
    if (item.claimedBy || (words[0] && words[0].line !== item.line)) break
    words.unshift(item)
  }
  return { words, previous: null }
}

const endsItself = /[.:?!;,)]\s*$/
const wordsMost = 3

/**
 * Adds the line above if the label continues over a line end, as in "Finger<br>Foods [ ]". Both lines must be short.
 */
function overLines({ items, controlItems }: PageOutline, controlItem: ControlItem, words: TextRun[]): TextRun[] {
  const [first] = words
  if (!first || words.some(({ parent }) => parent !== first.parent)) return words
  const above: TextRun[] = []
  for (let at = first.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || item.block !== first.block) break
    if (item.claimedBy || item.parent !== first.parent || endsItself.test(item.text)) return words
    above.unshift(item)
  }
  const all = [...above, ...words]
  const few = all.every(({ text }) => text.trim().split(/\s+/).length <= wordsMost)
  const [before, after] = [items[all[0] ? all[0].at - 1 : 0], controlItems[controlItem.order + 1]]
  const isBegun = before?.block === first.block
  if (above.length === 0 || above.length > 2 || !few) return words
  if (!holds(first.parent, controlItem.anchor)) return all
  return isBegun || first.line !== controlItem.line || after?.block === controlItem.block ? words : all
}

/** Returns the text after the last wide gap. */
const fromLastGap = (words: TextRun[]): TextRun[] => {
  const gap = words.findLastIndex(({ afterWideGap }, at) => afterWideGap && at > 0)
  return gap > 0 ? words.slice(gap) : words
}

/**
 * Returns the bold text after a wide gap, as in "No murmurs.   **Normal findings** [ ]". The text before the gap is an
 * explanation.
 */
function fromOutstanding(words: TextRun[]): TextRun[] {
  const gap = words.findLastIndex(({ afterWideGap }, at) => afterWideGap && at > 0)
  const isOut =
    gap > 0 && words.slice(gap).every(({ strong }) => strong) && !words.slice(0, gap).some(({ strong }) => strong)
  return isOut ? words.slice(gap) : words
}

const asks = ({ text }: TextRun): boolean => /[:?]\s*$/.test(text)

/**
 * Leaves out a question whose answer is printed text, as in "**Name:** Rosa Lindqvist **Time in:** [ ]". Only the last
 * question ("Time in:") belongs to the control.
 */
function lastAsked(all: TextRun[]): TextRun[] {
  const label = all.at(-1)?.label
  // If a `<label>` follows other text, as in "**3. Objective:** <label>Pupils</label> [ ]", only the `<label>` is the
  // label.
  const words = label ? all.filter((each) => each.label === label) : all
  const last = words.at(-1)
  if (!last || !asks(last)) return words
  const isLike = (each: TextRun): boolean =>
    each.strong === last.strong && (each.label === null) === (last.label === null)
  const end = words.findLastIndex((each) => each.parent !== last.parent && isLike(each) && asks(each))
  if (end < 0 || !(last.strong || last.label)) return words
  return words.slice(words.findIndex((each, at) => at > end && each.parent === last.parent))
}

/**
 * Splits the texts of a line into parts. A new part begins after a wide gap, and after a question in another element.
 */
function parts(words: TextRun[]): TextRun[][] {
  const found: TextRun[][] = []
  for (const [at, each] of words.entries()) {
    const before = words[at - 1]
    const part = found.at(-1)
    if (!part || !before || each.afterWideGap || (asks(before) && each.parent !== before.parent)) found.push([each])
    else part.push(each)
  }
  return found
}

/**
 * Returns the first of several texts as the label of the first control in the line below them, as in "Goals:   Time
 * frame:" above "[ ] [ ]". The label is doubtful if the number of texts differs from the number of controls.
 */
function overhead({ controlItems }: PageOutline, controlItem: ControlItem, words: TextRun[]): LabelCandidate | null {
  const heads = parts(words)
  if (heads.length < 2) return null
  let beside = 1
  for (
    let next = controlItems[controlItem.order + 1];
    next?.line === controlItem.line;
    next = controlItems[next.order + 1]
  )
    beside++
  const [own] = heads
  return candidate(joined(own ?? []), 'cell', beside === heads.length ? 0.65 : 0.4)
}

/** Returns the text after a control, up to the next control of its line. */
function wordsBehind({ items }: PageOutline, controlItem: ControlItem): TextRun[] {
  const words: TextRun[] = []
  for (let at = controlItem.at + 1; at < items.length; at++) {
    const item = items[at]
    if (item?.kind !== 'text' || item.line !== controlItem.line || item.claimedBy) break
    words.push(item)
  }
  return words
}

/**
 * Returns true if the line begins with a control and every control is followed by text, as in "[ ] First [ ] Last".
 * Then each text belongs to the control before it.
 */
function isSaidBehind(outline: PageOutline, controlItem: ControlItem): boolean {
  const line = runOf(outline, controlItem, (other) => other.line === controlItem.line)
  const [first] = line
  const before = first && outline.items[first.at - 1]
  if (!first || line.length < 2 || (before?.kind === 'text' && before.line === first.line)) return false
  return line.every((each) => {
    const said = joined(wordsBehind(outline, each))
    return /\p{L}{2}/u.test(said) && !goesOn(said) && !/[:?]\s*$/.test(said)
  })
}

/**
 * Returns true if it is unknown to which of two controls the text between them belongs, as in "[ ] First [ ]". This is
 * so if the line contains nothing else and nothing else labels the first control.
 */
function isBetween(
  { items, controlItems }: PageOutline,
  controlItem: ControlItem,
  previous: ControlItem,
  text: string,
): boolean {
  if (previous.ticked || previous.line !== controlItem.line || /[:?]\s*$/.test(text)) return false
  const before = items[previous.at - 1]
  const isFirst = before?.line !== previous.line && (before?.kind !== 'text' || before.block !== previous.block)
  const { control, label, cell } = previous
  const isNamed = label || ['aria-label', 'aria-labelledby', 'placeholder'].some((name) => attribute(control, name))
  const aside = cell?.row.cells.indexOf(cell) ?? 0
  const behind = items[controlItem.at + 1]
  const isLast =
    controlItems[controlItem.order + 1]?.line !== controlItem.line &&
    (behind?.kind !== 'text' || behind.line !== controlItem.line)
  return isFirst && isLast && !isNamed && aside === 0 && !mayBeNamed(items, previous)
}

/** Returns true if a `<label>` element or a text above may be the label of the control. */
const mayBeNamed = (items: Item[], { control, at }: ControlItem): boolean => {
  const over = items[at - 1]
  return (
    ((control as HTMLInputElement).labels?.length ?? 0) > 0 ||
    (over?.kind === 'text' && !over.heading && !over.claimedBy)
  )
}

/**
 * Returns true if the text shares an element with the previous control and not with this control, as in "<span>[ ]
 * First</span> [ ]". The text then belongs to the previous control.
 */
export function isOthers(words: TextRun, previous: ControlItem, controlItem: ControlItem): boolean {
  for (let around: Element | null = words.parent; around; around = parentOf(around)) {
    if (holds(around, controlItem.anchor)) return false
    if (holds(around, previous.anchor)) return true
  }
  return false
}

/**
 * Returns true if a `<label>` directly after the control has the same parent element as the control, and the text
 * before the control is outside this parent, as in "Contact <span>[ ] <label>Given name</label></span>". Then the
 * `<label>` is a better label than the text before.
 */
function isLabelledBehind({ items }: PageOutline, { at, anchor }: ControlItem, words: TextRun): boolean {
  const beside = items[at + 1]
  const place = parentOf(anchor)
  if (beside?.kind !== 'text' || !beside.label || beside.claimedBy || !place) return false
  return parentOf(beside.label) === place && !holds(place, words.parent)
}

/**
 * Matches the end of a text between two controls in the middle of a sentence, such as "mg of" in "[ ] mg of [ ] for [ ]
 * days".
 */
const leadsOn =
  /(?:^|\s)(?:of|for|and|or|the|an?|is|are|was|were|than|that|my|his|her|their|your)$|^(?:by|on|at|in|to|with|from)$/i
/** Returns true for the middle of a long sentence. Such a text is a doubtful label. */
const isMidSentence = (text: string): boolean => text.length > 80 && /^[\p{Ll}(]/u.test(text) && !/[:?]\s*$/.test(text)

/**
 * Returns true if a sentence continues after the control, as in "I, [ ], agree that". Then the text before the control
 * is a doubtful label.
 */
function isSentenceAround({ items }: PageOutline, { at, line }: ControlItem): boolean {
  const behind = items[at + 1]
  return behind?.kind === 'text' && behind.line === line && /^\s*[,\p{Ll}]/u.test(behind.written)
}

/** Returns true for a text of several sentences, which is an instruction and no label. */
const isTold = (text: string): boolean => text.length > 60 && /\p{Ll}[.!]\s+\p{Lu}/u.test(text)

/**
 * Returns true for a text in lower case on a line whose first text begins with a capital letter. Such a text probably
 * continues a sentence, so it is a doubtful label.
 */
function isGoingOn({ items }: PageOutline, { line, at }: ControlItem, text: string): boolean {
  if (!/^\p{Ll}/u.test(text) || /[:?]\s*$/.test(text)) return false
  let first = ''
  for (let before = at - 1; before >= 0 && items[before]?.line === line; before--) {
    const item = items[before]
    if (item?.kind === 'text' && /\p{L}/u.test(item.text)) first = item.written
  }
  return /^\s*\p{Lu}/u.test(first)
}

/**
 * If only a number is before the control, returns the question on the line above: "Symptoms:" above "1. [ ] 2. [ ]".
 */
function overNumber({ items }: PageOutline, controlItem: ControlItem): LabelCandidate | null {
  const words: TextRun[] = []
  for (let at = controlItem.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || item.block !== controlItem.block || item.claimedBy) break
    if (words[0] && item.line !== words[0].line) break
    if (words[0] || /\p{L}/u.test(item.text)) words.unshift(item)
  }
  const last = words.at(-1)
  return last && last.line !== controlItem.line && asks(last) ? candidate(joined(words), 'cell', 0.65) : null
}

const explains = ({ parent, written }: TextRun): boolean =>
  /^\s*\(/.test(written) || (/^(?:i|em|small)$/.test(localName(parent)) && /^\s*\p{Ll}/u.test(written))

/**
 * If the text above a control only explains the label, returns the label above this explanation. Example: "**Risks:**"
 * above "*(known ones)*" above the control.
 */
function overAside({ items }: PageOutline, words: TextRun[]): TextRun[] {
  const [first] = words
  if (!first || !explains(first)) return []
  const over: TextRun[] = []
  for (let at = first.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || item.claimedBy || item.block !== first.block) break
    if (over[0] && over[0].line !== item.line) break
    over.unshift(item)
  }
  const last = over.at(-1)
  return last && last.line !== first.line && (/[:?](?:\s|$)/.test(joined(over)) || over.every(({ strong }) => strong))
    ? over
    : []
}

/** Removes an instruction before the label, as in "Add up the numbers of all lines. Total score:". */
function untold(text: string): string {
  if (!/[.!]\s/.test(text)) return text
  const explanation = /^(.*\p{Ll}{2}[.!])\s+\p{Lu}[^.!?]{2,60}:\s*$/u.exec(text)?.[1] ?? ''
  return explanation.split(' ').length > wordsMost ? text.slice(explanation.length).trim() : text
}

/**
 * Searches for the label of a control in the text before it, in its own cell or block. `labelsFor` shows the order of
 * the label sources.
 */
export function textBefore(outline: PageOutline, controlItem: ControlItem): LabelCandidate | null {
  const { words, previous } = wordsBefore(outline, controlItem)
  const [first] = words
  if (!first) return null
  // If all labels are under their controls, the text above this control labels the previous control.
  if (first.line !== controlItem.line && wordsUnder(outline, controlItem).length > 0) return null
  const above = first.line !== controlItem.line && !controlItem.ticked ? overhead(outline, controlItem, words) : null
  if (above) return above
  const besideText = previous !== null && previous.line === controlItem.line && !previous.ticked
  const whole = previous === null ? overLines(outline, controlItem, words) : words
  const asked = untold(joined(lastAsked(besideText ? fromLastGap(whole) : fromOutstanding(whole))))
  const behind = outline.items[first.at - 1]
  const text = besideText || (behind?.kind === 'control' && !behind.ticked) ? withoutUnit(asked) : asked
  if (previous === null && !/\p{L}/u.test(text)) {
    const over = overNumber(outline, controlItem)
    if (over) return over
  }
  const named = first.line !== controlItem.line && !controlItem.ticked ? overAside(outline, words) : []
  if (named.length > 0) return candidate(joined(named), 'cell', 0.65)
  // Text on the line of the previous control belongs to the previous control.
  const trailing = previous !== null && first.line !== controlItem.line && previous.line === first.line
  const others =
    previous !== null &&
    !/[:?]\s*$/.test(asked) &&
    (isOthers(first, previous, controlItem) || isSaidBehind(outline, controlItem))
  const unsure =
    trailing ||
    others ||
    (previous !== null && isBetween(outline, controlItem, previous, asked)) ||
    isMidSentence(asked) ||
    (/,\s*$/.test(asked) && isSentenceAround(outline, controlItem)) ||
    isTold(asked) ||
    !/\p{L}/u.test(text) ||
    (besideText && (goesOn(text) || leadsOn.test(asked) || isGoingOn(outline, controlItem, text)))
  const near = first.line === controlItem.line ? 0.8 : 0.7
  return candidate(text, 'cell', unsure ? 0.4 : isLabelledBehind(outline, controlItem, first) ? 0.65 : near)
}

/**
 * Returns the text after the control as its label. The text counts only if it shares an element with this control and
 * with no other control. Exception: on a line on which every control is followed by text (see `isSaidBehind`), all text
 * up to the next control counts.
 */
export function textAfter(outline: PageOutline, controlItem: ControlItem): LabelCandidate | null {
  const { items, controlItems } = outline
  const [before, after] = [controlItems[controlItem.order - 1], controlItems[controlItem.order + 1]]
  const words: TextRun[] = []
  for (let next = controlItem.at + 1; next < (after?.at ?? items.length); next++) {
    const item = items[next]
    if (item?.kind === 'text' && !item.claimedBy) words.push(item)
    if (words.length > 8) break
  }
  if (words.length === 0) return null
  const behind = captionBehind(outline, controlItem)
  // This score is higher than the score of a block of text before the control, because that block is the name of the
  // group.
  if (behind.length > 0) return candidate(joined(behind), 'cell', 0.68)
  if (!controlItem.ticked && isSaidBehind(outline, controlItem))
    return candidate(joined(wordsBehind(outline, controlItem)), 'cell', 0.6)
  for (let around = parentOf(controlItem.anchor); around; around = parentOf(around)) {
    const inside = around
    if ((before && holds(around, before.anchor)) || (after && holds(around, after.anchor))) return null
    const inPlace = words.filter(({ parent }) => holds(inside, parent))
    const [first] = inPlace
    if (first)
      return candidate(joined(inPlace.filter(({ block }) => block === first.block)), 'cell', first.label ? 0.7 : 0.45)
  }
  return null
}
