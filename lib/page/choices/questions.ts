import { boxType, isDrawnBox, isSelect } from '../controls/controls.ts'
import { columnHead, type Grid, rowHead } from '../label/grid.ts'
import { asks, asLabel, joined, sideAlone } from '../label/text.ts'
import { attribute, holds, localName, ownerOf, parentOf, urlOf } from '../natives.ts'
import {
  type Cell,
  type ControlItem,
  isRadio,
  labelsOfGroup,
  type PageOutline,
  runOf,
  type Table,
  type TextRun,
} from '../survey/outline.ts'
import { squash } from '../words.ts'
import { captionsOf, loneCaption } from './captions.ts'
import { isNamedToTheLeft, namelessRadios, says, yesOrNo } from './option-words.ts'
import { type Parts, partsIn } from './parts.ts'

/**
 * Returns true if the text of a single check box may be an option of a question: if the text is a side ("Left") or an
 * answer ("Yes"), or if the line has several check boxes and a text before the first one, which may be the question.
 */
export function mayBeOption(outline: PageOutline, controlItem: ControlItem, text: string): boolean {
  if (sideAlone.test(text) || yesOrNo.test(text)) return true
  const line = runOf(outline, controlItem, (neighbor) => neighbor.line === controlItem.line && neighbor.ticked)
  const [first] = line
  if (!first || line.length < 2) return false
  const wordsBefore = outline.items[first.at - 1]
  return (
    wordsBefore?.kind === 'text' &&
    wordsBefore.line === first.line &&
    !wordsBefore.claimedBy &&
    !wordsBefore.label &&
    says(wordsBefore)
  )
}

export interface FormTable {
  controlItems: ControlItem[]
  headers: string[]
  rows: number
  at: number
}

export function tablesOf(
  outline: PageOutline,
  gridOf: (table: Table) => Grid,
  hasNone: (table: Table) => boolean = () => false,
): FormTable[] {
  const byTable = Map.groupBy(
    outline.controlItems.filter(({ cell }) => cell),
    ({ cell }) => (cell as Cell).row.table,
  )
  const tables: FormTable[] = []
  for (const [table, controlItems] of byTable) {
    if (hasNone(table)) continue
    const grid = gridOf(table)
    const free = ({ ticked, control }: ControlItem): boolean => !ticked && !isSelect(control)
    const rows = [...Map.groupBy(controlItems, ({ cell }) => cell?.row).values()]
    const columns = rows[0]?.map(({ cell }) => cell?.column) ?? []
    if (rows.length < 2 || columns.length < 2 || !controlItems.every(free)) continue
    const even = rows.every(
      (row) => row.length === columns.length && row.every(({ cell }, at) => cell?.column === columns[at]),
    )
    const headers = (rows[0] ?? []).map(({ cell }) => (cell ? columnHead(grid, cell) : ''))
    // The table is not one field if a cell contains text or several controls, or if a row has a label. The controls are
    // then separate questions.
    const plain = controlItems.every(
      ({ cell }) => cell && rowHead(grid, cell) === '' && grid.controlItemsIn(cell) === 1 && !grid.says(cell),
    )
    const heads = new Set(rows.map(([controlItem]) => (controlItem?.cell ? grid.headOf(controlItem.cell.row) : null)))
    if (!even || !plain || heads.size > 1 || !headers.every(Boolean)) continue
    tables.push({ controlItems, headers, rows: rows.length, at: table.rows[0]?.cells[0]?.from ?? 0 })
  }
  return tables
}

export interface Question {
  controlItems: ControlItem[]
  /** The option texts in order; null for a question without options, such as a text field or a single checkbox. */
  captions: string[] | null
  ownCaption?: string
  parts?: Parts
}

/**
 * Returns the key that all options of one question share: the same name, otherwise the same id, in the same document
 * and form. Some EHRs give one id to all options.
 */
function keyOf(
  { ids }: PageOutline,
  { control, anchor, group }: ControlItem,
  addressOf: (document: Document) => string,
): string | null {
  const type = boxType(control)
  if (type === 'radio' && isDrawnBox(control) && group && localName(group) !== 'fieldset')
    return `radio ${numberOf(group)}`
  const name = attribute(control, 'name') ?? ''
  const { id } = control
  // A radio button with a unique id does not share this id with other options, so the id does not identify a group.
  const groupName = name.replace(/\[\]$/, '') || (type === 'radio' && ids.get(id) === 1 ? '' : id)
  return groupName
    ? `${type} ${groupName} ${addressOf(ownerOf(anchor))} ${formNumber(control as HTMLInputElement)}`
    : null
}

const numbers = new WeakMap<object, number>()
let numbered = 0
const numberOf = (form: object): number => {
  let formNumber = numbers.get(form)
  if (formNumber === undefined) {
    formNumber = ++numbered
    numbers.set(form, formNumber)
  }
  return formNumber
}
const formNumber = ({ form }: HTMLInputElement): number => (form ? numberOf(form) : 0)

/**
 * Splits check boxes with the same name into groups. If a text between two check boxes may be a question, the two check
 * boxes belong to different groups. Some forms use one name, such as `checks[]`, for the check boxes of all questions.
 */
function partBoxes({ items }: PageOutline, controlItems: ControlItem[]): ControlItem[][] {
  const parts: ControlItem[][] = []
  let part: ControlItem[] = []
  for (const [at, controlItem] of controlItems.entries()) {
    part.push(controlItem)
    const nextItem = controlItems[at + 1]
    if (nextItem && asksBetween(items.slice(controlItem.at + 1, nextItem.at), controlItem, nextItem)) {
      parts.push(part)
      part = []
    }
  }
  return [...parts, part]
}

const asksBetween = (between: PageOutline['items'], controlItem: ControlItem, nextItem: ControlItem): boolean =>
  between.some(
    (item) =>
      item.kind === 'text' &&
      item.line !== controlItem.line &&
      item.line !== nextItem.line &&
      item.label === null &&
      asLabel(item.text) !== '' &&
      (item.cell === null || item.cell.row !== controlItem.cell?.row) &&
      (item.cell === null ||
        item.cell.row === nextItem.cell?.row ||
        item.cell.row.table !== nextItem.cell?.row.table ||
        item.strong),
  )

const isNamed = (outline: PageOutline, group: Element): boolean =>
  outline.legends.has(group) ||
  Boolean(attribute(group, 'aria-label') || attribute(group, 'aria-labelledby')) ||
  labelsOfGroup(outline, group).length > 0

function home(outline: PageOutline, { cell, anchor, control, group, order }: ControlItem): Element | null {
  const { controlItems } = outline
  if (group && (localName(group) === 'fieldset' || isNamed(outline, group))) return group
  if (cell || !isDrawnBox(control)) return cell?.element ?? anchor.closest('fieldset, ul, ol, p, div')
  if (attribute(control, 'role') === 'switch') return null
  const others = [controlItems[order - 1], controlItems[order + 1]].filter((each) => each && isDrawnBox(each.control))
  let around = parentOf(anchor)
  while (around && !others.some((neighbor) => neighbor && holds(around as Element, neighbor.anchor)))
    around = parentOf(around)
  return around
}

/**
 * Joins check boxes with different names to one question, if they follow each other in the same element and one
 * question belongs to all of them (see `isAsked`).
 */
function joinBoxes(outline: PageOutline, lone: ControlItem[]): ControlItem[][] {
  const runs: ControlItem[][] = []
  for (const controlItem of lone) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const place = home(outline, controlItem)
    if (
      run &&
      last &&
      last.order === controlItem.order - 1 &&
      place &&
      place === home(outline, last) &&
      !isAskedBefore(outline, controlItem) &&
      !isNamedToTheLeft(outline, controlItem)
    )
      run.push(controlItem)
    else runs.push([controlItem])
  }
  return runs.flatMap((run) =>
    run.length >= 2 && isAsked(outline, run) ? [run] : run.map((controlItem) => [controlItem]),
  )
}

/**
 * Returns true if a question is directly before the check box, as in "Fever: [ ] Cough: [ ]". Returns false for "Yes:
 * [ ] No: [ ]", because these texts are answers.
 */
function isAskedBefore({ items }: PageOutline, controlItem: ControlItem): boolean {
  const previousItem = items[controlItem.at - 1]
  if (previousItem?.kind !== 'text' || previousItem.line !== controlItem.line || !asks(previousItem.text)) return false
  return !yesOrNo.test(asLabel(previousItem.text))
}

function isAsked(outline: PageOutline, run: ControlItem[]): boolean {
  const { items, groups } = outline
  const [first] = run
  if (!first) return false
  const { group, cell } = first
  if (group && isNamed(outline, group) && (groups.get(group) ?? []).every(({ ticked }) => ticked)) return true
  const leftCell = cell?.row.cells[cell.row.cells.indexOf(cell) - 1]
  const inLeft = leftCell ? items.slice(leftCell.from, leftCell.to) : []
  if (inLeft.length > 0 && inLeft.every(({ kind }) => kind === 'text')) return true
  const words: TextRun[] = []
  for (let at = first.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || item.claimedBy || (words[0] && item.block !== words[0].block)) break
    words.unshift(item)
  }
  return words.length > 0 && (asks(joined(words)) || words.every(({ strong }) => strong))
}

const buttonWords = (control: Element): string =>
  squash((control as HTMLInputElement).value || (control.textContent ?? ''))

export function questionsOf(outline: PageOutline, scored: (control: Element) => boolean = () => false): Question[] {
  const ticked = outline.controlItems.filter((controlItem) => controlItem.ticked)
  const addresses = new Map<Document, string>()
  const addressOf = (document: Document): string => {
    const address = addresses.get(document) ?? urlOf(document)
    addresses.set(document, address)
    return address
  }
  const byKey = Map.groupBy(ticked, (controlItem) => keyOf(outline, controlItem, addressOf) ?? controlItem)
  const lone: ControlItem[] = []
  const groups: ControlItem[][] = []
  const nameless = new Set(
    [...byKey].flatMap(([key, [controlItem]]) => (key === controlItem && isRadio(controlItem) ? [controlItem] : [])),
  )
  for (const [key, controlItems] of byKey) {
    if (nameless.has(key as ControlItem)) continue
    const radio = controlItems.some(isRadio)
    for (const part of radio ? [controlItems] : partBoxes(outline, controlItems)) {
      if (part.length > 1 || radio) groups.push(part)
      else lone.push(...part)
    }
  }
  groups.push(...namelessRadios(outline, [...nameless]))
  lone.sort((one, otherBox) => one.order - otherBox.order)
  const questions: Question[] = [...groups, ...joinBoxes(outline, lone)]
    .sort((one, otherGroup) => (one[0]?.order ?? 0) - (otherGroup[0]?.order ?? 0))
    .map((controlItems) => {
      const [controlItem] = controlItems
      const isLoneBox = controlItems.length === 1 && controlItem && boxType(controlItem.control) === 'checkbox'
      if (!isLoneBox) return { controlItems, captions: captionsOf(outline, controlItems) }
      return { controlItems, captions: null, ownCaption: loneCaption(outline, controlItem) }
    })
  const scoredItems = outline.controlItems.filter(({ control }) => scored(control))
  for (const controlItems of Map.groupBy(
    scoredItems,
    ({ control }) => control.getAttribute('name') || control.id,
  ).values())
    questions.push({ controlItems, captions: controlItems.map(({ control }) => buttonWords(control)) })
  const together = partsIn(outline)
  const laterBoxes = new Set([...together.values()].flatMap(({ boxes }) => boxes.slice(1)))
  for (const controlItem of outline.controlItems) {
    if (controlItem.ticked || laterBoxes.has(controlItem) || scored(controlItem.control)) continue
    const { boxes, parts } = together.get(controlItem) ?? {}
    questions.push({ controlItems: boxes ?? [controlItem], captions: null, ...(parts && { parts }) })
  }
  return questions.sort(
    (one, otherQuestion) => (one.controlItems[0]?.order ?? 0) - (otherQuestion.controlItems[0]?.order ?? 0),
  )
}
