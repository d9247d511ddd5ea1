import { attribute, holds, localName, parentOf } from '../natives.ts'
import type { LabelCandidate } from '../scan/found.ts'
import { runOf } from '../survey/run.ts'
import type { Item, Sheet, Spot, Words } from '../survey/sheet.ts'
import { captionBehind } from './part.ts'
import { candidate, goesOn, joined, withoutUnit } from './text.ts'
import { wordsUnder } from './under.ts'

/** The words before a control back to the control before it, on its line or else on the nearest line of the same block. */
function wordsBefore({ items }: Sheet, spot: Spot): { words: Words[]; previous: Spot | null } {
  const words: Words[] = []
  for (let at = spot.at - 1; at >= 0; at--) {
    const item = items[at]
    if (!item || item.block !== spot.block) break
    if (item.kind === 'spot') return { words, previous: item }
    // The words of its own first option stand between an option and the question.
    if (item.taken === spot) continue
    if (item.taken || (words[0] && words[0].line !== item.line)) break
    words.unshift(item)
  }
  return { words, previous: null }
}

const endsItself = /[.:?!;,)]\s*$/
const wordsMost = 3

/**
 * "Finger<br>Foods [ ]": a name may run over the end of a line, in an element of its own or in a place that holds nothing
 * but a few words and the control.
 */
function overLines({ items, spots }: Sheet, spot: Spot, words: Words[]): Words[] {
  const [first] = words
  if (!first || words.some(({ parent }) => parent !== first.parent)) return words
  const above: Words[] = []
  for (let at = first.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'words' || item.block !== first.block) break
    if (item.taken || item.parent !== first.parent || endsItself.test(item.text)) return words
    above.unshift(item)
  }
  const all = [...above, ...words]
  const few = all.every(({ text }) => text.trim().split(/\s+/).length <= wordsMost)
  const [before, after] = [items[all[0] ? all[0].at - 1 : 0], spots[spot.order + 1]]
  const isBegun = before?.block === first.block
  if (above.length === 0 || above.length > 2 || !few) return words
  if (!holds(first.parent, spot.anchor)) return all
  return isBegun || first.line !== spot.line || after?.block === spot.block ? words : all
}

/** After a wide gap begins something else. */
const fromLastGap = (words: Words[]): Words[] => {
  const gap = words.findLastIndex(({ apart }, at) => apart && at > 0)
  return gap > 0 ? words.slice(gap) : words
}

/** "No murmurs.    **Normal findings** [ ]": what is set apart and stands out is asked; what is before it explains. */
function fromOutstanding(words: Words[]): Words[] {
  const gap = words.findLastIndex(({ apart }, at) => apart && at > 0)
  const isOut =
    gap > 0 && words.slice(gap).every(({ strong }) => strong) && !words.slice(0, gap).some(({ strong }) => strong)
  return isOut ? words.slice(gap) : words
}

const asks = ({ text }: Words): boolean => /[:?]\s*$/.test(text)

/** "**Name:** Rosa Lindqvist **Time in:** [ ]": what was asked and answered in print before is another question. */
function lastAsked(all: Words[]): Words[] {
  const label = all.at(-1)?.label
  // "**3. Objective:** <label>Pupils</label> [ ]": a label is one name.
  const words = label ? all.filter((each) => each.label === label) : all
  const last = words.at(-1)
  if (!last || !asks(last)) return words
  const isLike = (each: Words): boolean =>
    each.strong === last.strong && (each.label === null) === (last.label === null)
  const end = words.findLastIndex((each) => each.parent !== last.parent && isLike(each) && asks(each))
  if (end < 0 || !(last.strong || last.label)) return words
  return words.slice(words.findIndex((each, at) => at > end && each.parent === last.parent))
}

/** Texts side by side on one line. */
function parts(words: Words[]): Words[][] {
  const found: Words[][] = []
  for (const [at, each] of words.entries()) {
    const before = words[at - 1]
    const part = found.at(-1)
    if (!part || !before || each.apart || (asks(before) && each.parent !== before.parent)) found.push([each])
    else part.push(each)
  }
  return found
}

/** Texts side by side over controls side by side each head their own: "Goals:  Time frame:" over "[ ] [ ]". */
function overhead({ spots }: Sheet, spot: Spot, words: Words[]): LabelCandidate | null {
  const heads = parts(words)
  if (heads.length < 2) return null
  let beside = 1
  for (let next = spots[spot.order + 1]; next?.line === spot.line; next = spots[next.order + 1]) beside++
  const [own] = heads
  return candidate(joined(own ?? []), 'cell', beside === heads.length ? 0.65 : 0.4)
}

/** The words right behind a control, up to the next control of its line. */
function wordsBehind({ items }: Sheet, spot: Spot): Words[] {
  const words: Words[] = []
  for (let at = spot.at + 1; at < items.length; at++) {
    const item = items[at]
    if (item?.kind !== 'words' || item.line !== spot.line || item.taken) break
    words.push(item)
  }
  return words
}

/** "[ ] First [ ] Last": a line that begins with a control and ends with words says each name behind its control. */
function isSaidBehind(sheet: Sheet, spot: Spot): boolean {
  const line = runOf(sheet, spot, (other) => other.line === spot.line)
  const [first] = line
  const before = first && sheet.items[first.at - 1]
  if (!first || line.length < 2 || (before?.kind === 'words' && before.line === first.line)) return false
  return line.every((each) => {
    const said = joined(wordsBehind(sheet, each))
    return /\p{L}{2}/u.test(said) && !goesOn(said) && !/[:?]\s*$/.test(said)
  })
}

/**
 * "[ ] First [ ]": one text between two controls of a line that says nothing else, after a control that nothing names, may
 * be the name of either.
 */
function isBetween({ items, spots }: Sheet, spot: Spot, previous: Spot, said: string): boolean {
  if (previous.ticked || previous.line !== spot.line || /[:?]\s*$/.test(said)) return false
  const before = items[previous.at - 1]
  const isFirst = before?.line !== previous.line && (before?.kind !== 'words' || before.block !== previous.block)
  const { control, label, cell } = previous
  const isNamed = label || ['aria-label', 'aria-labelledby', 'placeholder'].some((name) => attribute(control, name))
  const aside = cell?.row.cells.indexOf(cell) ?? 0
  const behind = items[spot.at + 1]
  const isLast = spots[spot.order + 1]?.line !== spot.line && (behind?.kind !== 'words' || behind.line !== spot.line)
  return isFirst && isLast && !isNamed && aside === 0 && !mayBeNamed(items, previous)
}

/** Whether a label elsewhere, or a text over it, may name a control. */
const mayBeNamed = (items: Item[], { control, at }: Spot): boolean => {
  const over = items[at - 1]
  return (
    ((control as HTMLInputElement).labels?.length ?? 0) > 0 || (over?.kind === 'words' && !over.heading && !over.taken)
  )
}

/** Words that stand with the control before in a place of their own are that one's: "<span>[ ] First</span> [ ]". */
export function isOthers(words: Words, previous: Spot, spot: Spot): boolean {
  for (let around: Element | null = words.parent; around; around = parentOf(around)) {
    if (holds(around, spot.anchor)) return false
    if (holds(around, previous.anchor)) return true
  }
  return false
}

/** "Contact <span>[ ] <label>Given name</label></span>": a label that shares the control's place is nearer than words outside it. */
function isLabelledBehind({ items }: Sheet, { at, anchor }: Spot, words: Words): boolean {
  const beside = items[at + 1]
  const place = parentOf(anchor)
  if (beside?.kind !== 'words' || !beside.label || beside.taken || !place) return false
  return parentOf(beside.label) === place && !holds(place, words.parent)
}

/** A text that leads on to what is filled in names nothing: "[ ] mg of [ ] for [ ] days". */
const leadsOn =
  /(?:^|\s)(?:of|for|and|or|the|an?|is|are|was|were|than|that|my|his|her|their|your)$|^(?:by|on|at|in|to|with|from)$/i
/** The middle of a long sentence is no caption. */
const isMidSentence = (text: string): boolean => text.length > 80 && /^[\p{Ll}(]/u.test(text) && !/[:?]\s*$/.test(text)

/** "I, [ ], agree that": a sentence goes on behind the control. */
function isSentenceAround({ items }: Sheet, { at, line }: Spot): boolean {
  const behind = items[at + 1]
  return behind?.kind === 'words' && behind.line === line && /^\s*[,\p{Ll}]/u.test(behind.written)
}

/** A paragraph of sentences is told, not asked. */
const isTold = (text: string): boolean => text.length > 60 && /\p{Ll}[.!]\s+\p{Lu}/u.test(text)

/** On a line whose names begin with a capital, words that do not go on from what was filled in. */
function isGoingOn({ items }: Sheet, { line, at }: Spot, said: string): boolean {
  if (!/^\p{Ll}/u.test(said) || /[:?]\s*$/.test(said)) return false
  let first = ''
  for (let before = at - 1; before >= 0 && items[before]?.line === line; before--) {
    const item = items[before]
    if (item?.kind === 'words' && /\p{L}/u.test(item.text)) first = item.written
  }
  return /^\s*\p{Lu}/u.test(first)
}

/** "Symptoms: / 1. [ ] 2. [ ]": before a mere number, the question is on the line above. */
function overNumber({ items }: Sheet, spot: Spot): LabelCandidate | null {
  const words: Words[] = []
  for (let at = spot.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'words' || item.block !== spot.block || item.taken) break
    if (words[0] && item.line !== words[0].line) break
    if (words[0] || /\p{L}/u.test(item.text)) words.unshift(item)
  }
  const last = words.at(-1)
  return last && last.line !== spot.line && asks(last) ? candidate(joined(words), 'cell', 0.65) : null
}

const explains = ({ parent, written }: Words): boolean =>
  /^\s*\(/.test(written) || (/^(?:i|em|small)$/.test(localName(parent)) && /^\s*\p{Ll}/u.test(written))

/** "**Risks:** / *(known ones)* / [    ]": what explains a name on the line above it is none. */
function overAside({ items }: Sheet, words: Words[]): Words[] {
  const [first] = words
  if (!first || !explains(first)) return []
  const over: Words[] = []
  for (let at = first.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'words' || item.taken || item.block !== first.block) break
    if (over[0] && over[0].line !== item.line) break
    over.unshift(item)
  }
  const last = over.at(-1)
  return last && last.line !== first.line && (/[:?](?:\s|$)/.test(joined(over)) || over.every(({ strong }) => strong))
    ? over
    : []
}

/** "Add up the numbers of all lines. Total score:": what tells before what asks in a few words is no part of its name. */
function untold(said: string): string {
  if (!/[.!]\s/.test(said)) return said
  const told = /^(.*\p{Ll}{2}[.!])\s+\p{Lu}[^.!?]{2,60}:\s*$/u.exec(said)?.[1] ?? ''
  return told.split(' ').length > wordsMost ? said.slice(told.length).trim() : said
}

/** Third rung: the text before the control in its own cell or block. */
export function lead(sheet: Sheet, spot: Spot): LabelCandidate | null {
  const { words, previous } = wordsBefore(sheet, spot)
  const [first] = words
  if (!first) return null
  // Where all are named in the words under them, those over one are the name of the one before.
  if (first.line !== spot.line && wordsUnder(sheet, spot).length > 0) return null
  const above = first.line !== spot.line && !spot.ticked ? overhead(sheet, spot, words) : null
  if (above) return above
  const besideText = previous !== null && previous.line === spot.line && !previous.ticked
  const whole = previous === null ? overLines(sheet, spot, words) : words
  const said = untold(joined(lastAsked(besideText ? fromLastGap(whole) : fromOutstanding(whole))))
  const behind = sheet.items[first.at - 1]
  const text = besideText || (behind?.kind === 'spot' && !behind.ticked) ? withoutUnit(said) : said
  if (previous === null && !/\p{L}/u.test(text)) {
    const over = overNumber(sheet, spot)
    if (over) return over
  }
  const named = first.line !== spot.line && !spot.ticked ? overAside(sheet, words) : []
  if (named.length > 0) return candidate(joined(named), 'cell', 0.65)
  // Words on the line of the control before go on from it.
  const trailing = previous !== null && first.line !== spot.line && previous.line === first.line
  const others =
    previous !== null && !/[:?]\s*$/.test(said) && (isOthers(first, previous, spot) || isSaidBehind(sheet, spot))
  const unsure =
    trailing ||
    others ||
    (previous !== null && isBetween(sheet, spot, previous, said)) ||
    isMidSentence(said) ||
    (/,\s*$/.test(said) && isSentenceAround(sheet, spot)) ||
    isTold(said) ||
    !/\p{L}/u.test(text) ||
    (besideText && (goesOn(text) || leadsOn.test(said) || isGoingOn(sheet, spot, text)))
  const near = first.line === spot.line ? 0.8 : 0.7
  return candidate(text, 'cell', unsure ? 0.4 : isLabelledBehind(sheet, spot, first) ? 0.65 : near)
}

/** The smallest element around a control and no other, if it holds words after the control: labels may stand behind. */
export function trail(sheet: Sheet, spot: Spot): LabelCandidate | null {
  const { items, spots } = sheet
  const [before, after] = [spots[spot.order - 1], spots[spot.order + 1]]
  const words: Words[] = []
  for (let next = spot.at + 1; next < (after?.at ?? items.length); next++) {
    const item = items[next]
    if (item?.kind === 'words' && !item.taken) words.push(item)
    if (words.length > 8) break
  }
  if (words.length === 0) return null
  const behind = captionBehind(sheet, spot)
  // More than a text that merely stands alone before it, which then is the group's.
  if (behind.length > 0) return candidate(joined(behind), 'cell', 0.68)
  if (!spot.ticked && isSaidBehind(sheet, spot)) return candidate(joined(wordsBehind(sheet, spot)), 'cell', 0.6)
  for (let around = parentOf(spot.anchor); around; around = parentOf(around)) {
    const inside = around
    if ((before && holds(around, before.anchor)) || (after && holds(around, after.anchor))) return null
    const own = words.filter(({ parent }) => holds(inside, parent))
    const [first] = own
    if (first)
      return candidate(joined(own.filter(({ block }) => block === first.block)), 'cell', first.label ? 0.7 : 0.45)
  }
  return null
}
