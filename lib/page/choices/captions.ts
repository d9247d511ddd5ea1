import { ownLabel } from '../label/accessible.ts'
import { asLabel, joined } from '../label/text.ts'
import type { Row, Sheet, Spot, Words } from '../survey/sheet.ts'
import { labelText } from '../words.ts'
import { answerAndMore } from './answer-and-more.ts'
import { isRadio } from './nameless.ts'
import {
  after,
  around,
  before,
  caption,
  isAskedBeside,
  isSaidBefore,
  isShort,
  saidOverLines,
  says,
  toTheLeft,
  yesOrNo,
} from './option-words.ts'

/** The question before the first option and the option itself, where both stand before the box. */
function splitFirst(sheet: Sheet, spot: Spot, words: Words[]): Words[] {
  const last = words.at(-1)
  if (!last) return []
  const colon = Math.max(last.text.lastIndexOf(':'), last.text.lastIndexOf('?'))
  const behind = colon >= 0 ? last.text.slice(colon + 1).trim() : ''
  if (words.length === 1 && behind === '') {
    // "Approve ( ) Return ( )": of radios that each have one text, the first one's is no question either.
    const isOption = isAskedBeside(sheet, spot) || (isRadio(spot) && words.every(isShort))
    return yesOrNo.test(caption(words)) || (colon < 0 && isOption) ? words : []
  }
  return [last]
}

/** The heads of the columns the boxes of one row stand in, as options of a scale. */
function scale(sheet: Sheet, spots: Spot[]): string[] | null {
  const cells = spots.map(({ cell }) => cell)
  const [first] = cells
  if (!first || new Set(cells).size !== cells.length || cells.some((cell) => cell?.row !== first.row)) return null
  const { rows } = first.row.table
  for (let at = first.row.index - 1; at >= 0; at--) {
    const row: Row | undefined = rows[at]
    if (!row || row.cells.some((cell) => sheet.items.slice(cell.from, cell.to).some(({ kind }) => kind === 'spot')))
      continue
    const heads = cells.map((cell) => {
      const over = row.cells.find(({ column, span }) => cell && column <= cell.column && cell.column < column + span)
      if (!over || over.span > 1) return ''
      return asLabel(joined(sheet.items.slice(over.from, over.to).filter((item) => item.kind === 'words')))
    })
    if (heads.every(Boolean) && new Set(heads).size === heads.length) return heads
  }
  return null
}

/** Options in cells of their own with their words in the cells to the left; null where these are not all told so. */
function leftCaptions(sheet: Sheet, spots: Spot[]): Words[][] | null {
  const lefts = spots.map((spot) => toTheLeft(sheet, spot))
  if (spots.length < 2) return null
  if (lefts.every((words) => yesOrNo.test(caption(words)))) return lefts
  // "Plan | Approve | ( ) | Return | ( )": the row has one more text, which asks.
  const [first, last] = [lefts[0]?.[0]?.cell, spots.at(-1)?.cell]
  const asked = first?.row.cells[first.row.cells.indexOf(first) - 1]
  const isAsked = asked !== undefined && sheet.items.slice(asked.from, asked.to).some(says)
  const isLast = last?.row.cells.slice(last.row.cells.indexOf(last) + 1).every(({ from, to }) => from === to) === true
  return isAsked && isLast && spots.every(isRadio) && lefts.every((words) => words.some(says) && words.every(isShort))
    ? lefts
    : null
}

const take = (sheet: Sheet, words: Words[], spot: Spot): string => {
  const [only] = words
  const [answer, more] = (words.length === 1 && only && answerAndMore(sheet, spot, only.text)) || []
  if (only && answer && more) {
    only.text = more
    return answer
  }
  for (const each of words) each.taken = spot
  return caption(words)
}

/** What stands for an option that has no words. */
const valueWords = ({ control }: Spot): string => {
  const value = labelText((control as HTMLInputElement).value)
  return /^(?:on|1|true|y)$/i.test(value) ? 'Yes' : value
}

/** "Sex: M ( ) F ( ) Age: [  ]": the first option stands behind the question, before its own box, and what follows asks on. */
const isAskedOnFromFirst = (behind: Words[], front: Words[]): boolean =>
  /[:?]\s*$/.test(joined(behind)) && front.length === 1 && /[:?]\s*\p{L}+\s*$/u.test(joined(front))

/**
 * The words of each option of one question. They stand in a label, after the box or before it, as the page does it for
 * all of them, or over the column; the words are taken, so that no other control is named by them.
 */
export function captionsOf(sheet: Sheet, spots: Spot[]): string[] {
  const labels = spots.map((spot) => ownLabel(sheet, spot))
  const behind = spots.map((spot) => after(sheet, spot))
  const front = spots.map((spot) => before(sheet, spot))
  const lefts = labels.every((label) => label === '') ? leftCaptions(sheet, spots) : null
  if (lefts) return spots.map((spot, at) => take(sheet, lefts[at] ?? [], spot))
  const heads = spots.length > 1 && behind.every((words) => words.length === 0) ? scale(sheet, spots) : null
  const isBefore =
    !heads &&
    (behind.at(-1)?.length === 0 || isAskedOnFromFirst(behind.at(-1) ?? [], front[0] ?? [])) &&
    front.every((words) => words.length > 0) &&
    (spots.length > 1 || yesOrNo.test(caption(front[0] ?? [])))
  return spots.map((spot, at) => {
    const label = labels[at] ?? ''
    if (label) {
      for (const each of [...(behind[at] ?? []), ...(front[at] ?? [])])
        if (label.includes(each.text.trim())) each.taken = spot
      for (const each of spot.label ? (sheet.labels.get(spot.label) ?? []) : []) each.taken = spot
      return labelText(label)
    }
    if (heads) return heads[at] ?? ''
    if (isBefore) {
      const words = at > 0 ? (front[at] ?? []) : splitFirst(sheet, spot, front[0] ?? [])
      const [only] = words
      const colon = at === 0 && only ? Math.max(only.text.lastIndexOf(':'), only.text.lastIndexOf('?')) : -1
      const said = only && words.length === 1 ? labelText(only.text.slice(colon + 1)) : ''
      // "Condition: [ ] ill" asks and answers in one text; in texts of their own the last is the option.
      if (only && colon >= 0 && words.length === 1 && (said || front[0]?.length === 1)) {
        only.text = only.text.slice(0, colon + 1)
        return said || valueWords(spot)
      }
      return take(sheet, words, spot) || valueWords(spot)
    }
    const words = behind[at] ?? []
    return take(sheet, words.length > 0 ? words : spots.length > 1 ? around(sheet, spot) : [], spot) || valueWords(spot)
  })
}

/** The words of a box that is a question by itself: '' where it has none, and the row or text around it must name it. */
export function loneCaption(sheet: Sheet, spot: Spot): string {
  const label = asLabel(ownLabel(sheet, spot))
  if (label) return label
  const over = saidOverLines(sheet, spot)
  if (over.length > 0) return take(sheet, over, spot)
  const words = isSaidBefore(sheet, spot) ? [] : after(sheet, spot)
  return words.length > 0 ? take(sheet, words, spot) : ''
}
