import { boxValue } from '../controls/controls.ts'
import type { Choice } from '../controls/select-choices.ts'
import { boxName } from '../label/accessible.ts'
import { asks, asLabel, joined } from '../label/text.ts'
import { rectOf } from '../natives.ts'
import { type ControlItem, isRadio, type PageOutline, type Row, type TextRun } from '../survey/outline.ts'
import { labelText } from '../words.ts'
import {
  after,
  before,
  besideInElement,
  caption,
  isAskedBeside,
  isSaidBefore,
  isShort,
  toTheLeft,
  yesOrNo,
} from './option-words.ts'

/**
 * Returns the options with their texts. If a text occurs twice, the second one becomes "text (2)", so that every option
 * of a question has a different text.
 */
export function captionsChoice(controlItems: ControlItem[], captions: string[]): Choice[] {
  const counts = new Map<string, number>()
  return controlItems.map(({ control }, at) => {
    const text = captions[at] || boxValue(control)
    const times = (counts.get(text) ?? 0) + 1
    counts.set(text, times)
    return { caption: times > 1 ? `${text} (${times})` : text, control }
  })
}

function splitFirst(outline: PageOutline, controlItem: ControlItem, words: TextRun[]): TextRun[] {
  const last = words.at(-1)
  if (!last) return []
  if (besideInElement(outline, controlItem).length > 0) return words
  const colon = Math.max(last.text.lastIndexOf(':'), last.text.lastIndexOf('?'))
  const textAfterColon = colon >= 0 ? last.text.slice(colon + 1).trim() : ''
  if (words.length === 1 && textAfterColon === '') {
    // A single text without ":" or "?" is the option, and not the question, if the question is in the cell to the left.
    // It is also the option if it is short and before a radio button, as in "Approve ( ) Return ( )".
    const isOption = isAskedBeside(outline, controlItem) || (isRadio(controlItem) && words.every(isShort))
    return yesOrNo.test(caption(words)) || (colon < 0 && isOption) ? words : []
  }
  return [last]
}

/**
 * Returns the column headers as the texts of the options, if all options are in one row of a table and each has a cell
 * of its own. Otherwise, or if the headers are missing or equal, returns null.
 */
function scale(outline: PageOutline, controlItems: ControlItem[]): string[] | null {
  const cells = controlItems.map(({ cell }) => cell)
  const [first] = cells
  if (!first || new Set(cells).size !== cells.length || cells.some((cell) => cell?.row !== first.row)) return null
  const { rows } = first.row.table
  for (let at = first.row.index - 1; at >= 0; at--) {
    const row: Row | undefined = rows[at]
    if (
      !row ||
      row.cells.some((cell) => outline.items.slice(cell.from, cell.to).some(({ kind }) => kind === 'control'))
    )
      continue
    const heads = cells.map((cell) => {
      const over = row.cells.find(({ column, span }) => cell && column <= cell.column && cell.column < column + span)
      if (!over || over.span > 1) return ''
      return asLabel(joined(outline.items.slice(over.from, over.to).filter((item) => item.kind === 'text')))
    })
    if (heads.every(Boolean) && new Set(heads).size === heads.length) return heads
  }
  return null
}

const headsReach = 200

/**
 * Returns the texts above radio buttons or check boxes that stand in one row without any text, as in a grid of `div`
 * elements. The texts must stand in one row, each in a box that is above exactly one option. Otherwise returns null.
 */
function scaleAbove(outline: PageOutline, controlItems: ControlItem[]): string[] | null {
  const [first] = controlItems
  const boxes = controlItems.map(({ anchor }) => anchor.getBoundingClientRect())
  const [box] = boxes
  if (!first || !box || boxes.some(({ top, bottom }) => top >= box.bottom || bottom <= box.top)) return null
  outline.asked.places = true
  for (const each of controlItems) outline.asked.measured.add(each)
  const heads: (TextRun & { box?: DOMRect })[] = []
  let row: DOMRect | null = null
  for (let at = first.at - 1; at >= Math.max(0, first.at - headsReach); at--) {
    const item = outline.items[at]
    if (item?.kind !== 'text' || item.claimedBy) continue
    const around = rectOf(item.parent)
    const under = boxes.filter(
      ({ left, right }) => (left + right) / 2 > around.left && (left + right) / 2 < around.right,
    )
    const isInRow = row === null || (around.top < row.bottom && around.bottom > row.top)
    if (under.length !== 1 || around.bottom > box.top || !isInRow) {
      if (heads.length > 0) break
      continue
    }
    row ??= around
    heads.push({ ...item, box: around })
  }
  const texts = boxes.map(({ left, right }) => {
    const over = heads.filter((head) => head.box && head.box.left < right && head.box.right > left)
    return over.length === 1 ? asLabel(joined(over)) : ''
  })
  return texts.every(Boolean) && new Set(texts).size === texts.length ? texts : null
}

const take = (words: TextRun[], controlItem: ControlItem): string => {
  for (const each of words) each.claimedBy = controlItem
  return caption(words)
}

const valueWords = ({ control }: ControlItem, isAlone: boolean): string => {
  const value = labelText(boxValue(control))
  return isAlone && /^(?:on|1|true|y)$/i.test(value) ? 'Yes' : value
}

/**
 * `front` is the text before the first radio button, `textsBehind` the text after the last one. Returns true if `front` is a
 * question with an option ("Sex: M") and `textsBehind` is a question ("Age:"), as in "Sex: M ( ) F ( ) Age: [ ]". Each
 * option is then before its radio button. Without this check, "Age:" would become an option.
 */
const isAskedOnFromFirst = (textsBehind: TextRun[], front: TextRun[]): boolean =>
  asks(joined(textsBehind)) && front.length === 1 && /[:?]\s*\p{L}+\s*$/u.test(joined(front))

/**
 * Returns the text of each option of a question: its `<label>`, the text after or before its check box or radio button,
 * or the column header; otherwise its `value` attribute. Marks these texts, except column headers, as claimed, so that
 * they label no other control.
 */
export function captionsOf(outline: PageOutline, controlItems: ControlItem[]): string[] {
  const labels = controlItems.map((controlItem) => boxName(outline, controlItem))
  if (controlItems.length > 1 && !labels.some(Boolean)) {
    // In "Yes | ( ) | No | ( )", the text of each option is in the cell before its radio button.
    const lefts = controlItems.map((controlItem) => toTheLeft(outline, controlItem))
    if (lefts.every((words) => yesOrNo.test(caption(words))))
      return controlItems.map((controlItem, at) => take(lefts[at] ?? [], controlItem))
  }
  const textsBehind = controlItems.map((controlItem) => after(outline, controlItem))
  const front = controlItems.map((controlItem) => before(outline, controlItem))
  const isSilent = controlItems.length > 1 && textsBehind.every((words) => words.length === 0)
  const isMute = isSilent && front.every((words) => words.length === 0) && !labels.some(Boolean)
  const heads = (isSilent ? scale(outline, controlItems) : null) ?? (isMute ? scaleAbove(outline, controlItems) : null)
  const isBefore =
    !heads &&
    (textsBehind.at(-1)?.length === 0 || isAskedOnFromFirst(textsBehind.at(-1) ?? [], front[0] ?? [])) &&
    front.every((words) => words.length > 0) &&
    (controlItems.length > 1 || yesOrNo.test(caption(front[0] ?? [])))
  return controlItems.map((controlItem, at) => {
    const label = labels[at] ?? ''
    if (label) {
      for (const each of [...(textsBehind[at] ?? []), ...(front[at] ?? [])])
        if (label.includes(each.text.trim())) each.claimedBy = controlItem
      for (const each of controlItem.label ? (outline.labels.get(controlItem.label) ?? []) : [])
        each.claimedBy = controlItem
      return labelText(label)
    }
    if (heads) return heads[at] ?? ''
    if (isBefore) {
      const words = at > 0 ? (front[at] ?? []) : splitFirst(outline, controlItem, front[0] ?? [])
      const [only] = words
      const colon = at === 0 && only ? Math.max(only.text.lastIndexOf(':'), only.text.lastIndexOf('?')) : -1
      const option = only && words.length === 1 ? labelText(only.text.slice(colon + 1)) : ''
      // If the question and the first option are one text ("Sex: M"), the part after the colon is the option, and
      // `only.text` keeps the question. If they are two texts, `words` contains only the last one, which is the option.
      if (only && colon >= 0 && words.length === 1 && (option || front[0]?.length === 1)) {
        only.text = only.text.slice(0, colon + 1)
        return option || valueWords(controlItem, controlItems.length === 1)
      }
      return take(words, controlItem) || valueWords(controlItem, controlItems.length === 1)
    }
    const words = textsBehind[at] ?? []
    return take(words, controlItem) || valueWords(controlItem, controlItems.length === 1)
  })
}

export function loneCaption(outline: PageOutline, controlItem: ControlItem): string {
  const label = asLabel(boxName(outline, controlItem))
  if (label) return label
  const words = isSaidBefore(outline, controlItem) ? [] : after(outline, controlItem)
  return words.length > 0 ? take(words, controlItem) : ''
}
