import { boxValue } from '../controls/controls.ts'
import { asks, joined } from '../label/text.ts'
import { attribute, holds, localName, parentOf } from '../natives.ts'
import {
  type Cell,
  type ControlItem,
  type Item,
  isRadio,
  type PageOutline,
  runOf,
  type TextRun,
} from '../survey/outline.ts'
import { labelText } from '../words.ts'

const models = ['ng-model', 'data-ng-model', 'x-ng-model', 'formcontrolname', 'v-model', 'x-model', 'ngmodel']

export function modelOf(control: Element): string {
  for (const name of models) {
    const model = attribute(control, name)
    if (model) return model
  }
  return ''
}

function homeOf({ controlItems }: PageOutline, { anchor, order }: ControlItem): Element | null {
  const others = [controlItems[order - 1], controlItems[order + 1]].filter(isRadio)
  for (let around = parentOf(anchor); around; around = parentOf(around)) {
    const inside = around
    if (others.some((neighbor) => holds(inside, neighbor.anchor))) return around
    if (/^(?:fieldset|form|body)$/.test(localName(around)) || attribute(around, 'role') === 'radiogroup') return around
  }
  return null
}

function isTogether(outline: PageOutline, previousItem: ControlItem, controlItem: ControlItem): boolean {
  const home = homeOf(outline, controlItem)
  return home !== null && holds(home, previousItem.anchor)
}

function isAskedBetween({ items }: PageOutline, previousItem: ControlItem, controlItem: ControlItem): boolean {
  const between = items.slice(previousItem.at + 1, controlItem.at)
  return between.some(
    (item) =>
      item.kind === 'control' ||
      (!item.label &&
        item.line !== previousItem.line &&
        /\p{L}/u.test(item.text) &&
        (asks(item.text) || (item.line === controlItem.line && isBehindItsBox(items, controlItem)))),
  )
}

const isBehindItsBox = (items: PageOutline['items'], controlItem: ControlItem): boolean => {
  const nextItem = items[controlItem.at + 1]
  return nextItem?.kind === 'text' && nextItem.line === controlItem.line
}

const optionValue = ({ control }: ControlItem): string => boxValue(control) || 'on'

export function namelessRadios(outline: PageOutline, radios: ControlItem[]): ControlItem[][] {
  const groups: ControlItem[][] = []
  for (const controlItem of radios) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isSame =
      group !== undefined &&
      last !== undefined &&
      last.order === controlItem.order - 1 &&
      modelOf(last.control) === modelOf(controlItem.control) &&
      (modelOf(controlItem.control) !== '' || isTogether(outline, last, controlItem)) &&
      !(optionValue(controlItem) !== 'on' && group.some((each) => optionValue(each) === optionValue(controlItem))) &&
      !isAskedBetween(outline, last, controlItem)
    if (isSame) group.push(controlItem)
    else groups.push([controlItem])
  }
  return groups
}

export const yesOrNo = /^(?:yes|no|true|false|n\/?a|none|normal|abnormal|wnl|abn|y|n)$/i

export const yesAlone = /^(?:yes|y|true|x|check|✓)$/i

export const caption = (words: TextRun[]): string => labelText(joined(words).replace(/_{2,}/g, ' '))

function isLabelFirst({ items }: PageOutline, { row }: Cell): boolean {
  const filledCells = row.cells.filter(({ from, to }) => from < to)
  const inWords = ({ from, to }: Cell): boolean => items.slice(from, to).every(({ kind }) => kind === 'text')
  const [first, last] = [filledCells[0], filledCells.at(-1)]
  return first !== undefined && last !== undefined && inWords(first) && items.slice(last.from, last.to).some(isSpot)
}

const isSpot = ({ kind }: Item): boolean => kind === 'control'

const isAnswer = (words: TextRun[]): boolean => /^(?:yes|no)$/i.test(caption(words))

/**
 * Returns the text before a check box or radio button if the smallest element around the text and the control contains
 * no other control and no text after the control, as in `<span>Fever [ ]</span> <span>Cough [ ]</span>`.
 */
export function besideInElement(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  const words = around(outline, controlItem)
  const last = words.at(-1)
  const isBefore = last !== undefined && last === outline.items[controlItem.at - 1] && !isQuestion(last)
  return isBefore && words.some(says) && words.every(({ line }) => line === controlItem.line) ? words : []
}

/**
 * Returns the text after a check box or radio button: on its line up to a wide gap, otherwise the next cell if that
 * cell contains no control.
 */
export function after(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  if (besideInElement(outline, controlItem).length > 0) return []
  const { items, controlItems } = outline
  const nextItem = controlItems[controlItem.order + 1]
  const end = nextItem?.at ?? items.length
  const words: TextRun[] = []
  for (let at = controlItem.at + 1; at < end; at++) {
    const item = items[at]
    if (item?.kind !== 'text' || item.line !== controlItem.line || item.claimedBy) break
    const [first] = words
    // A text in another element belongs to the next control of the line if it ends with ":" or "?", or if the words
    // before it are already the answer "Yes" or "No". In "[ ] Yes [ ] No **Comments:** [ ]", the text of the second
    // option is therefore "No", and "Comments:" is the label of the text field.
    const isApart = first && nextItem && nextItem.line === controlItem.line && item.parent !== first.parent
    const isOfAnotherLabel = item.label && item.label !== controlItem.label && item.label !== first?.label
    if (first && (isOfAnotherLabel || item.afterWideGap || (isApart && (asks(item.text) || isAnswer(words))))) break
    words.push(item)
  }
  // In "Accident: [ ] State: [    ]", each text belongs to the control after it. So no text is returned.
  const goesBefore = nextItem?.line === controlItem.line && asks(joined(words))
  if (goesBefore && asks(joined(before(outline, controlItem)))) return []
  if (words.length > 0) return words
  const { cell } = controlItem
  const nextCell = cell?.row.cells[cell.row.cells.indexOf(cell) + 1]
  if (!cell || !nextCell || nextCell.from >= nextCell.to || isLabelFirst(outline, cell)) return []
  // If the cell before contains only a check box or radio button, and a column header is above this cell, then the
  // options are in the columns of a table. The column headers are then the texts of the options.
  const aside = cell.row.cells[cell.row.cells.indexOf(cell) - 1]
  if (aside && isBoxAlone(items, aside) && isHeaded(outline, cell)) return []
  const inside = items.slice(nextCell.from, nextCell.to)
  return inside.every((item) => item.kind === 'text' && !item.claimedBy) ? (inside as TextRun[]) : []
}

export const isShort = ({ text }: TextRun): boolean => text.trim().split(/\s+/).length <= 3

export const says = (item: Item): boolean => item.kind === 'text' && /\p{L}/u.test(item.text)

const isQuestion = (item: Item): boolean => item.kind === 'text' && asks(item.text)

const isBoxAlone = (items: Item[], { from, to }: Cell): boolean =>
  items.slice(from, to).some(({ kind }) => kind === 'control') && !items.slice(from, to).some(says)

const isHeaded = ({ items }: PageOutline, { row, column, span }: Cell): boolean =>
  row.table.rows
    .slice(0, row.index)
    .some(
      ({ cells }) =>
        cells.length > 1 &&
        cells.every(({ from, to }) => items.slice(from, to).every(({ kind }) => kind === 'text')) &&
        cells.some(
          (over) => over.column === column && over.span === span && items.slice(over.from, over.to).some(says),
        ),
    )

export function isSaidBefore(outline: PageOutline, controlItem: ControlItem): boolean {
  if (besideInElement(outline, controlItem).length > 0) return true
  const { items } = outline
  const line = runOf(outline, controlItem, (neighbor) => neighbor.line === controlItem.line)
  const last = line.at(-1)
  const itemBehind = last && items[last.at + 1]
  if (!last || line.length < 2 || (itemBehind?.kind === 'text' && itemBehind.line === controlItem.line)) return false
  // If the last control of the line is a text field, it may be meant for details of the last option. The texts then
  // count as texts before their controls only if a question is before the first option, as in "Symptoms: Fever [ ]".
  const isTold = last.ticked || /[:?]\s*\p{L}/u.test(joined(before(outline, line[0] ?? controlItem)))
  return (
    isTold &&
    line.every((each) => {
      const words = before(outline, each)
      return words.some(says) && !asks(joined(words)) && !yesOrNo.test(caption(words))
    })
  )
}

export function before(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  const inElement = besideInElement(outline, controlItem)
  if (inElement.length > 0) return inElement
  const { items } = outline
  const words: TextRun[] = []
  for (let at = controlItem.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || item.line !== controlItem.line || item.claimedBy) break
    words.unshift(item)
    if (item.afterWideGap) break
  }
  return words
}

function around({ items, controlItems }: PageOutline, controlItem: ControlItem): TextRun[] {
  const [previous, next] = [controlItems[controlItem.order - 1], controlItems[controlItem.order + 1]]
  const nearTexts = items
    .slice((previous?.at ?? -1) + 1, Math.min(next?.at ?? items.length, controlItem.at + 12))
    .filter((item): item is TextRun => item.kind === 'text' && !item.claimedBy)
  for (let element = parentOf(controlItem.anchor); element; element = parentOf(element)) {
    const inside = element
    if ([previous, next].some((neighbor) => neighbor && holds(inside, neighbor.anchor))) return []
    const inPlace = nearTexts.filter(({ parent }) => holds(inside, parent))
    if (inPlace.length > 0) return inPlace.at(-1)?.block === inPlace[0]?.block ? inPlace : []
  }
  return []
}

export function isAskedBeside({ items }: PageOutline, { cell }: ControlItem): boolean {
  const leftCell = cell?.row.cells[cell.row.cells.indexOf(cell) - 1]
  const inside = leftCell ? items.slice(leftCell.from, leftCell.to) : []
  return inside.some(says) && inside.every(({ kind }) => kind === 'text')
}

export function toTheLeft({ items }: PageOutline, { cell, at }: ControlItem): TextRun[] {
  const leftCell = cell?.row.cells[cell.row.cells.indexOf(cell) - 1]
  if (!cell || !leftCell || cell.from !== at || cell.to !== at + 1) return []
  const inside = items.slice(leftCell.from, leftCell.to)
  return inside.every((item) => item.kind === 'text' && !item.claimedBy) ? (inside as TextRun[]) : []
}

/**
 * Returns true if the cell to the left is the label of a check box or radio button that is alone in its cell, as in
 * "Asthma | [ ] | Gout | [ ]".
 */
export function isNamedToTheLeft(outline: PageOutline, controlItem: ControlItem): boolean {
  const words = toTheLeft(outline, controlItem)
  return words.some(says) && !words.some(isQuestion)
}
