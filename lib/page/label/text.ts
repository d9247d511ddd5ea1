import type { LabelCandidate } from '../controls/fields.ts'
import { holds, parentOf } from '../natives.ts'
import type { ControlItem, Item, PageOutline, TextRun } from '../survey/outline.ts'
import { labelText, squash } from '../words.ts'

/** Longer than this is an instruction or a paragraph, not a question; what ends by asking may run on. */
const questionMax = 200
const askedMax = 400
const asks = (text: string): boolean => /[?:]\s*$/.test(text)

/** "beats/min", "kg/m2", "mg/dL": what is counted in which measure. */
const rate =
  '[a-zµ%]{0,9}\\s?/\\s?(?:min(?:ute)?|hr|hour|day|wk|week|month|year|d[lL]|[mM]?[lL]|kg|mg|m\\^?2|m²)(?!\\w)'
const units = `°\\s?[fc]?|lbs?|kgs?|oz|cms?|mm|ft|mm\\s?hg|bpm|mgs?|mcg|ml|cc|/\\s?10|/\\s?min|${rate}|per \\w+|%|fp`
const unitAlone = new RegExp(`^(?:${units})\\.?$`, 'i')
// By hand in both cases: where case were to mean nothing, the capital of the name behind would not either.
const hard = `${units}|[mM]{2}\\s?[hH][gG]|BPM|L[Bb][Ss]?|K[Gg][Ss]?|C[Mm]|in(?:ch(?:es)?)|deg(?:rees)?(?:\\s[FC])?|pounds`
const soft = '[FC]|in|feet|(?:day|week|month|year|hour|minute)s?|mins?|hrs?|wks?|mos|yrs?'
const end = '[)\\]]?\\.?[\\s,;|]+'
/** "kg Height", "(kg) height:"; a time may begin a name: "days off work:". */
const unitFirst = new RegExp(
  `^[([]?(?:(?:${hard}|${soft})${end}(?=\\p{Lu})|(?:${hard})${end}(?!(?:per|of|and|or|in|a|each)\\b)(?=\\p{L}[^:?]*[:?]\\s*$))`,
  'u',
)
const measured = new RegExp(
  `^(?:${units}|[fc]|in(?:ches)?|min(?:ute)?s?|hrs?|hours?|days?|wks?|weeks?|months?|yrs?|years?|times?|to|or|and)\\b[^:?]*$`,
  'i',
)
/** Words between two controls of one line that go on from the first: "[ ] months or [ ] years". */
export const goesOn = (text: string): boolean => measured.test(text)

/** How to write an answer, or that one must: no question. */
const hint =
  /^(?:[([]?\s*(?:(?:[dmy]{1,4}|jj|aa(?:aa)?)(?:[/.-](?:[dmy]{1,4}|jj|aa(?:aa)?)){1,2}|required|optional|please (?:select|choose|specify).*|(?:please )?specify|select|\S+@\S+|\?|x)\s*[)\]]?|[^\p{L}\p{N}]*)$/iu

/** What stands on one line is one text however it is marked up; what stands on two is not. */
export const joined = (words: TextRun[]): string =>
  words.length === 1 ? squash(words[0]?.text ?? '') : manyJoined(words)

const manyJoined = (words: TextRun[]): string =>
  squash(
    words
      .map(({ text, line, afterWideGap }, at) => (line === words[at - 1]?.line && !afterWideGap ? text : ` ${text}`))
      .join(''),
  )

/** A form is scanned again before every write, and says the same each time. */
const known = new Map<string, string>()
const knownMost = 5000

/** What a run of words says, as a label; '' where it is a unit, a hint or nothing. */
export function asLabel(text: string): string {
  let label = known.get(text)
  if (label === undefined) {
    label = readLabel(text)
    if (known.size >= knownMost) known.clear()
    known.set(text, label)
  }
  return label
}

function readLabel(text: string): string {
  const label = labelText(text.replace(/_{2,}/g, ' ').replace(/^[\s:;,.·•|/–-]+(?=\S)/, ''))
  return unitAlone.test(label) || hint.test(label) || !/[\p{L}\p{N}]/u.test(label) ? '' : label
}

/** A unit stands after the control before, not before the control after. */
export const withoutUnit = (text: string): string => squash(text).replace(unitFirst, '')

/** A side is no name: "Ovary: Left [ ] Right [ ]". */
export const sideAlone = /^(?:left|right)$/i
/** Several questions, or an explanation or its end, name nothing: "T: BP: PR", "(if none, say so)", "love, illness etc.)". */
const several = /\S:\s+\S[^:]*:\s+\S/
const cutOff = /^(?:[^(]*|\([^()]*)\)$/
/** The most that a doubted name is sure. */
const doubtful = 0.45

/** A name that is shown to be checked, and finds nothing by itself. */
export const doubted = (label: LabelCandidate): LabelCandidate => ({ ...label, score: Math.min(label.score, doubtful) })

/** Whether a stretch of the page holds no control and says nothing. */
export const isSilent = (items: Item[]): boolean =>
  items.every((item) => item.kind === 'text' && !/\p{L}/u.test(item.text))

export const candidate = (text: string, rule: LabelCandidate['rule'], score: number): LabelCandidate | null => {
  const label = asLabel(text)
  const most = asks(text) ? askedMax : questionMax
  if (label === '' || label.length > most) return null
  const isDoubtful = rule !== 'accessible' && [sideAlone, several, cutOff].some((each) => each.test(label))
  const found = { text: label, rule, score }
  return isDoubtful ? doubted(found) : found
}

/** A short text that explains itself is still a name: "History: (location, duration, severity)". */
const explained = /^[^.!?:(]{2,80}[?:]?\s*\([^()]*\)[.:]?$/

/** Prose tells how to fill a form; it seldom names one field. What asks, or leads on to the answer, is a question, however long. */
export const isProse = (text: string): boolean => {
  if (asks(text) || explained.test(text) || /(?:\.{3}|…)\s*$/.test(text)) return false
  return text.length > 120 || (/[.!]$/.test(text) && text.split(' ').length > 8)
}

/** Further than this from a control nothing is looked at. */
const itemsMost = 200

const elementOf = (item: Item): Element => (item.kind === 'control' ? item.anchor : item.parent)

/** The smallest element around a control and the one before it or behind it. */
function around({ controlItems }: PageOutline, { anchor, order }: ControlItem): Element | null {
  const beside = [controlItems[order - 1], controlItems[order + 1]]
  for (let each = parentOf(anchor); each; each = parentOf(each)) {
    const place = each
    if (beside.some((other) => other && holds(place, other.anchor))) return place
  }
  return null
}

/** What stands in an element, as seen from one item in it; null where that is too much. */
function inside({ items }: PageOutline, place: Element, { at }: ControlItem): Item[] | null {
  let [from, to] = [at, at + 1]
  const isIn = (item: Item | undefined): boolean => item !== undefined && holds(place, elementOf(item))
  while (to - from <= itemsMost && isIn(items[from - 1])) from--
  while (to - from <= itemsMost && isIn(items[to])) to++
  return to - from > itemsMost ? null : items.slice(from, to)
}

/** The texts before the first control, behind each, and so on, line by line. */
function textsOf(items: Item[]): TextRun[][][] {
  const texts: TextRun[][][] = [[]]
  for (const item of items) {
    const last = texts.at(-1) ?? []
    const text = last.at(-1)
    if (item.kind === 'control') texts.push([])
    else if (text?.[0]?.line === item.line) text.push(item)
    else last.push([item])
  }
  return texts
}

const isName = (words: TextRun[]): boolean => {
  const text = joined(words)
  return /\p{L}{2}/u.test(text) && !/[:?]\s*$/.test(text) && !isProse(text) && text.split(' ').length <= 8
}

const isHeading = (words: TextRun[]): boolean => {
  const text = joined(words)
  return words.every(({ heading, strong }) => heading || strong) || isProse(text) || /\.\s*$/.test(text)
}

/** Whether in a place controls and names stand in turn, beginning with a control and ending with a name. */
function isSaidUnder(items: Item[], cell: ControlItem['cell']): boolean {
  const controlItems = items.filter((item) => item.kind === 'control')
  const [before, ...behind] = textsOf(items)
  return (
    controlItems.length > 1 &&
    controlItems.every((controlItem) => !controlItem.ticked && controlItem.cell === cell) &&
    new Set(controlItems.map(({ line }) => line)).size === controlItems.length &&
    (before ?? []).every(isHeading) &&
    behind.every(
      ([only, more]) => only && !more && only.every(({ claimedBy, label }) => !claimedBy && !label) && isName(only),
    ) &&
    behind.every(([only], at) => only?.[0]?.line !== controlItems[at]?.line)
  )
}

const places = new WeakMap<PageOutline, Map<Element, boolean>>()

/** "[ ] / First / [ ] / Last", each on a line of its own: the words under a control, where all are named so. */
export function wordsUnder(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  const next = outline.items[controlItem.at + 1]
  if (controlItem.ticked || next?.kind !== 'text' || next.line === controlItem.line) return []
  const place = around(outline, controlItem)
  if (!place) return []
  const known = places.get(outline) ?? new Map<Element, boolean>()
  places.set(outline, known)
  let is = known.get(place)
  if (is === undefined) {
    const items = inside(outline, place, controlItem)
    is = items !== null && isSaidUnder(items, controlItem.cell)
    known.set(place, is)
  }
  if (!is) return []
  const under: TextRun[] = []
  for (let at = controlItem.at + 1; at < outline.items.length; at++) {
    const item = outline.items[at]
    if (item?.kind !== 'text' || item.line !== next.line) break
    under.push(item)
  }
  return under
}
