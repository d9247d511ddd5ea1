import type { LabelCandidate } from '../controls/fields.ts'
import { holds, parentOf } from '../natives.ts'
import type { ControlItem, Item, PageOutline, TextRun } from '../survey/outline.ts'
import { labelText, squash } from '../words.ts'

const questionMax = 200
const askedMax = 400

export const asks = (text: string): boolean => /[?:]\s*$/.test(text)

const rate =
  '[a-zµ%]{0,9}\\s?/\\s?(?:min(?:ute)?|hr|hour|day|wk|week|month|year|d[lL]|[mM]?[lL]|kg|mg|m\\^?2|m²)(?!\\w)'
const units = `°\\s?[fc]?|lbs?|kgs?|oz|cms?|mm|ft|mm\\s?hg|bpm|mgs?|mcg|ml|cc|/\\s?10|/\\s?min|${rate}|per \\w+|%|fp`
const unitAlone = new RegExp(`^(?:${units})\\.?$`, 'i')
// The words of `hard` are always units. The words of `soft` may be a unit or the first word of a label. The expression
// `unitFirst` must tell capital letters from small letters, so it cannot have the flag `i`. Therefore `hard` lists
// several spellings of a unit ("BPM", "bpm").
const hard = `${units}|[mM]{2}\\s?[hH][gG]|BPM|L[Bb][Ss]?|K[Gg][Ss]?|C[Mm]|in(?:ch(?:es)?)|deg(?:rees)?(?:\\s[FC])?|pounds`
const soft = '[FC]|in|feet|(?:day|week|month|year|hour|minute)s?|mins?|hrs?|wks?|mos|yrs?'
const end = '[)\\]]?\\.?[\\s,;|]+'
/**
 * Matches a unit before a label: "kg Height", "(kg) height:". A unit of `soft` is matched only before a capital letter,
 * because it may begin a label: "days off work:".
 */
const unitFirst = new RegExp(
  `^[([]?(?:(?:${hard}|${soft})${end}(?=\\p{Lu})|(?:${hard})${end}(?!(?:per|of|and|or|in|a|each)\\b)(?=\\p{L}[^:?]*[:?]\\s*$))`,
  'u',
)
const unitStart = new RegExp(
  `^(?:${units}|[fc]|in(?:ches)?|min(?:ute)?s?|hrs?|hours?|days?|wks?|weeks?|months?|yrs?|years?|times?|to|or|and)\\b[^:?]*$`,
  'i',
)
/**
 * Returns true for a text that begins with a unit or conjunction and contains no ":" or "?", such as "months or" in "[
 * ] months or [ ] years".
 */
export const goesOn = (text: string): boolean => unitStart.test(text)

/**
 * Matches a text that is only a hint: a date format, or a remark such as "required". `j` and `a` occur in French date
 * formats ("jj/mm/aaaa"). Also matches a text without letters and digits.
 */
const hint =
  /^(?:[([]?\s*(?:(?:[dmy]{1,4}|jj|aa(?:aa)?)(?:[/.-](?:[dmy]{1,4}|jj|aa(?:aa)?)){1,2}|required|optional|please (?:select|choose|specify).*|(?:please )?specify|select|\S+@\S+|\?|x)\s*[)\]]?|[^\p{L}\p{N}]*)$/iu

/** Joins texts. Texts of one line are joined without a space, because only markup separates them. */
export const joined = (words: TextRun[]): string =>
  words.length === 1 ? squash(words[0]?.text ?? '') : manyJoined(words)

const manyJoined = (words: TextRun[]): string =>
  squash(
    words
      .map(({ text, line, afterWideGap }, at) => (line === words[at - 1]?.line && !afterWideGap ? text : ` ${text}`))
      .join(''),
  )

/** Cached results of `asLabel`, because a fill may scan the same form several times. */
const cache = new Map<string, string>()
const knownMost = 5000

export function asLabel(text: string): string {
  let label = cache.get(text)
  if (label === undefined) {
    label = readLabel(text)
    if (cache.size >= knownMost) cache.clear()
    cache.set(text, label)
  }
  return label
}

function readLabel(text: string): string {
  const label = labelText(text.replace(/_{2,}/g, ' ').replace(/^[\s:;,.·•|/–-]+(?=\S)/, ''))
  return unitAlone.test(label) || hint.test(label) || !/[\p{L}\p{N}]/u.test(label) ? '' : label
}

export const withoutUnit = (text: string): string => squash(text).replace(unitFirst, '')

export const sideAlone = /^(?:left|right)$/i
const several = /\S:\s+\S[^:]*:\s+\S/
const doubtful = 0.45

export const doubted = (label: LabelCandidate): LabelCandidate => ({ ...label, score: Math.min(label.score, doubtful) })

export const isSilent = (items: Item[]): boolean =>
  items.every((item) => item.kind === 'text' && !/\p{L}/u.test(item.text))

export const candidate = (text: string, rule: LabelCandidate['rule'], score: number): LabelCandidate | null => {
  const label = asLabel(text)
  const most = asks(text) ? askedMax : questionMax
  if (label === '' || label.length > most) return null
  const isDoubtful = rule !== 'accessible' && (sideAlone.test(label) || several.test(label))
  const candidate = { text: label, rule, score }
  return isDoubtful ? doubted(candidate) : candidate
}

const explained = /^[^.!?:(]{2,80}[?:]?\s*\([^()]*\)[.:]?$/

export const isProse = (text: string): boolean => {
  if (asks(text) || explained.test(text)) return false
  return text.length > 120 || (/[.!]$/.test(text) && text.split(' ').length > 8)
}

const itemsMost = 200

const elementOf = (item: Item): Element => (item.kind === 'control' ? item.anchor : item.parent)

function around({ controlItems }: PageOutline, { anchor, order }: ControlItem): Element | null {
  const neighbors = [controlItems[order - 1], controlItems[order + 1]]
  for (let each = parentOf(anchor); each; each = parentOf(each)) {
    const place = each
    if (neighbors.some((neighbor) => neighbor && holds(place, neighbor.anchor))) return place
  }
  return null
}

function inside({ items }: PageOutline, place: Element, { at }: ControlItem): Item[] | null {
  let [from, to] = [at, at + 1]
  const isIn = (item: Item | undefined): boolean => item !== undefined && holds(place, elementOf(item))
  while (to - from <= itemsMost && isIn(items[from - 1])) from--
  while (to - from <= itemsMost && isIn(items[to])) to++
  return to - from > itemsMost ? null : items.slice(from, to)
}

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
  return /\p{L}{2}/u.test(text) && !asks(text) && !isProse(text) && text.split(' ').length <= 8
}

const isHeading = (words: TextRun[]): boolean => {
  const text = joined(words)
  return words.every(({ heading, strong }) => heading || strong) || isProse(text) || /\.\s*$/.test(text)
}

function isSaidUnder(items: Item[], cell: ControlItem['cell']): boolean {
  const controlItems = items.filter((item) => item.kind === 'control')
  const [textsBefore, ...textsBehind] = textsOf(items)
  return (
    controlItems.length > 1 &&
    controlItems.every((controlItem) => !controlItem.ticked && controlItem.cell === cell) &&
    new Set(controlItems.map(({ line }) => line)).size === controlItems.length &&
    (textsBefore ?? []).every(isHeading) &&
    textsBehind.every(
      ([only, second]) => only && !second && only.every(({ claimedBy, label }) => !claimedBy && !label) && isName(only),
    ) &&
    textsBehind.every(([only], at) => only?.[0]?.line !== controlItems[at]?.line)
  )
}

const places = new WeakMap<PageOutline, Map<Element, boolean>>()

export function wordsUnder(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  const nextItem = outline.items[controlItem.at + 1]
  if (controlItem.ticked || nextItem?.kind !== 'text' || nextItem.line === controlItem.line) return []
  const place = around(outline, controlItem)
  if (!place) return []
  const cache = places.get(outline) ?? new Map<Element, boolean>()
  places.set(outline, cache)
  let is = cache.get(place)
  if (is === undefined) {
    const items = inside(outline, place, controlItem)
    is = items !== null && isSaidUnder(items, controlItem.cell)
    cache.set(place, is)
  }
  if (!is) return []
  const under: TextRun[] = []
  for (let at = controlItem.at + 1; at < outline.items.length; at++) {
    const item = outline.items[at]
    if (item?.kind !== 'text' || item.line !== nextItem.line) break
    under.push(item)
  }
  return under
}
