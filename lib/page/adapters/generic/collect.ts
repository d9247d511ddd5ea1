import { apartFromRow, companion, otherSide } from '../../choices/companion.ts'
import { type FormTable, type Question, questionsOf, tablesOf } from '../../choices/questions.ts'
import { type FormControl, isEditable, isReadOnly, isSelect } from '../../controls/controls.ts'
import {
  choiceField,
  choiceKind,
  freeField,
  freeKind,
  type LabelCandidate,
  namesOf,
  type ScannedField,
} from '../../controls/fields.ts'
import { sectionFormat } from '../../controls/sections.ts'
import { selectChoices } from '../../controls/select-choices.ts'
import { doubtedTwins, isToSign, type LabelRoom, labelRoom, labelsFor, listed } from '../../label/labels.ts'
import { asLabel, joined } from '../../label/text.ts'
import { localName, ownerOf } from '../../natives.ts'
import { labelSureEnough } from '../../shapes.ts'
import type { Cell, ControlItem, PageOutline, TextRun } from '../../survey/outline.ts'
import { fold } from '../../words.ts'
import { type Draft, type Earlier, type Knowledge, type Reading, readAgain } from './reading.ts'
import { tableDraft, together } from './several.ts'
import { answerOf, pushed, ticked } from './ticked.ts'

const headingMax = 80

interface Mark {
  dialog: Element | null
  at: number
  text: string
  document: Document
}

const hasBoldType = (element: Element): boolean =>
  Number(ownerOf(element).defaultView?.getComputedStyle(element).fontWeight) >= 600

function isBold({ asked: lookups }: PageOutline, { strong, parent }: TextRun): boolean {
  if (strong) return true
  const bold = lookups.bold.get(parent) ?? hasBoldType(parent)
  lookups.bold.set(parent, bold)
  return bold
}

export const isBoldAsBefore = ({ asked: lookups }: PageOutline): boolean =>
  [...lookups.bold].every(([element, bold]) => hasBoldType(element) === bold)

const isAloneInRow = (cell: Cell): boolean => cell.row.cells.every((each) => each === cell || each.from === each.to)

function isMark(outline: PageOutline, first: TextRun, end: number): boolean {
  const { items } = outline
  if (first.claimedBy) return false
  if (first.heading) return localName(first.heading) !== 'legend'
  if (items[first.at - 1]?.block === first.block || items[end]?.block === first.block) return false
  const { cell } = first
  if (cell && !isAloneInRow(cell)) return false
  if (cell && !items.slice(cell.from, cell.to).every((item) => item.kind === 'text' && item.block === first.block))
    return false
  for (let at = first.at; at < end; at++) {
    const item = items[at]
    if (item?.kind === 'text' && !isBold(outline, item)) return false
  }
  return true
}

/**
 * Returns the position in `marks` of the last section title at or before the item index `place`; -1 if there is none.
 * This is a binary search, so the marks must be sorted.
 */
function lastBefore(marks: Mark[], place: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.at ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low - 1
}

/**
 * Returns a function that returns the section title of a control: the nearest heading, bold text or legend before it.
 * `isLabel` returns true for a text that is the label of a field, because a label is no section title.
 */
export function sectionsOf(
  outline: PageOutline,
  isLabel: (text: string, at: number) => boolean,
): (controlItem: ControlItem, label: string) => string {
  const marks: Mark[] = []
  const { items } = outline
  for (let at = 0; at < items.length; at++) {
    const first = items[at]
    if (first?.kind !== 'text') continue
    for (let next = items[at + 1]; next?.kind === 'text' && next.block === first.block; next = items[at + 1]) at++
    if (!isMark(outline, first, at + 1)) continue
    const text = asLabel(joined(items.slice(first.at, at + 1) as TextRun[]))
    if (text && text.length <= headingMax && !isLabel(text, at))
      marks.push({ at, text, document: ownerOf(first.parent), dialog: first.parent.closest('dialog, [role="dialog"]') })
  }
  const byDocument = Map.groupBy(marks, ({ document }) => document)
  return (controlItem, label) => {
    const { group, anchor, at } = controlItem
    const inDocument = byDocument.get(anchor.ownerDocument) ?? []
    // The title of a dialog, such as the month of an open calendar, is the section only of what is inside.
    let place = lastBefore(inDocument, at)
    while (inDocument[place]?.dialog?.contains(anchor) === false) place--
    const nearest = inDocument[place] ?? null
    // A legend is the section only of the controls inside its fieldset.
    const legend = group ? outline.legends.get(group) : undefined
    const inside = legend?.[0] && (!nearest || legend[0].at > nearest.at) ? asLabel(joined(legend)) : ''
    return inside && fold(inside) !== fold(label) ? inside : (nearest?.text ?? '')
  }
}

function single(controlItem: ControlItem, labels: LabelCandidate[]): Draft {
  const { control, behind: textarea, anchor } = controlItem
  return {
    controlItem,
    labels,
    make(section) {
      if (isSelect(control)) {
        const choices = selectChoices(control)
        return choiceField(
          control.multiple ? 'multiple_choice' : choiceKind(choices),
          choices,
          [control],
          labels,
          section,
        )
      }
      if (isEditable(control)) {
        const names = namesOf(textarea ? [textarea] : [control])
        const rich: ScannedField = { kind: 'rich_text', labels, section, controls: [control], choices: [], names }
        return isReadOnly(control) ? { ...rich, locked: 'read-only' } : rich
      }
      const free = control as FormControl
      const sections = anchor === control ? null : sectionFormat(anchor)
      if (!sections) return freeField(free, freeKind(free, labels[0]?.text), labels, section)
      return { ...freeField(free, 'text', labels, section), ...sections }
    },
  }
}

/** The label of a field without any label candidate. The field is kept, so that the clinician can label it. */
const unnamed: LabelCandidate = { text: '', rule: 'name', score: 0 }
function named(draft: Draft | null): Draft | null {
  if (!draft || draft.labels.length > 0) return draft
  const labels = [unnamed]
  return { ...draft, labels, make: (section) => ({ ...draft.make(section), labels }) }
}

function draftOf(
  question: Question,
  { site, scored }: Knowledge,
  room: LabelRoom,
  inTable: Map<ControlItem, FormTable>,
  labelOf: Map<ControlItem, string>,
  answers: Set<ControlItem>,
): Draft | null {
  const { outline } = room
  const [controlItem] = question.controlItems
  if (!controlItem) return null
  const siteLabel = site?.(controlItem) ?? null
  const table = inTable.get(controlItem)
  if (table) return table.controlItems[0] === controlItem ? tableDraft(outline, table) : null
  if (scored?.(controlItem.control)) return pushed(question, room, siteLabel)
  if (question.parts) return together(question.controlItems, question.parts, room, siteLabel)
  if (controlItem.ticked) return ticked(question, room, siteLabel, labelOf, answers)
  const labelSources = [siteLabel, companion(outline, controlItem, labelOf), listed(outline, controlItem, labelOf)]
  const labels = otherSide(
    outline,
    controlItem,
    apartFromRow(outline, controlItem, labelsFor(room, [controlItem], false, labelSources), labelOf),
    labelOf,
  )
  return isToSign(controlItem, labels) ? null : single(controlItem, labels)
}

export const fieldsOf = (outline: PageOutline, knowledge: Knowledge = {}): ScannedField[] =>
  readFields(outline, knowledge).scannedFields

export function readFields(outline: PageOutline, knowledge: Knowledge, earlier: Earlier | null = null): Reading {
  const questions = questionsOf(outline, knowledge.scored)
  const room = labelRoom(outline)
  // If controls are positioned with CSS, any change of the page may have moved all of them. So nothing of the earlier
  // reading is reused.
  const validParts = earlier && !outline.asked.placed ? readAgain(earlier, outline) : null
  const tables = tablesOf(outline, room.gridOf, validParts?.hasNone)
  const inTable = new Map(
    tables.flatMap((table) => table.controlItems.map((controlItem) => [controlItem, table] as const)),
  )
  const drafts: Draft[] = []
  const labelOf = new Map<ControlItem, string>()
  const answers = new Set<ControlItem>()
  for (const question of questions) {
    if (question.controlItems.some((each) => knowledge.skip?.(each))) continue
    const oldDraft = validParts?.draft(question) ?? null
    if (oldDraft && answerOf(question) === 'yes') for (const each of question.controlItems) answers.add(each)
    const draft = named(oldDraft ?? draftOf(question, knowledge, room, inTable, labelOf, answers))
    if (draft) {
      const [best] = draft.labels
      // A doubtful label is stored as '', so that the labels of later questions are not derived from it.
      for (const each of question.controlItems)
        labelOf.set(each, best && best.score >= labelSureEnough ? best.text : '')
      drafts.push(draft)
    }
    if (!oldDraft) validParts?.note(question, labelOf)
  }
  const isLabel = labelledBy(drafts)
  const sectionOf = sectionsOf(outline, isLabel)
  const doubted = doubtedTwins(drafts)
  const scannedFields = drafts.map((draft) => {
    const scannedField = draft.make(sectionOf(draft.controlItem, draft.labels[0]?.text ?? ''))
    // `scannedField` may be a field of the earlier reading, and that reading may have lowered the scores of its labels (see
    // `doubtedTwins`). So use the labels of this reading.
    const labels = doubted.get(draft) ?? draft.labels
    return labels === scannedField.labels ? scannedField : { ...scannedField, labels }
  })
  return { outline, questions, tables, drafts, scannedFields, labelOf }
}

function nextFrom(drafts: Draft[], place: number): Draft | undefined {
  let [low, high] = [0, drafts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((drafts[middle]?.controlItem.at ?? 0) >= place) high = middle
    else low = middle + 1
  }
  return drafts[low]
}

function labelledBy(drafts: Draft[]): (text: string, at: number) => boolean {
  return (text, at) => {
    const label = nextFrom(drafts, at)?.labels[0]
    // A label from a table or from markup may equal the heading before it by chance. The heading is then still a
    // section title.
    return (
      label !== undefined && label.rule !== 'table' && label.rule !== 'accessible' && fold(label.text) === fold(text)
    )
  }
}
