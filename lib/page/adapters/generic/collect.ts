import { apartFromRow, companion, continued, otherSide } from '../../choices/companion.ts'
import { type Question, questionsOf } from '../../choices/questions.ts'
import { type FormTable, tablesOf } from '../../choices/tables.ts'
import { before } from '../../label/block.ts'
import { type LabelRoom, labelRoom, labelsFor } from '../../label/labels.ts'
import { listed } from '../../label/list.ts'
import { isToSign } from '../../label/signing.ts'
import { doubtedTwins } from '../../label/twins.ts'
import { labelSureEnough } from '../../plan/target.ts'
import { choiceField, choiceKind, freeField, freeKind, namesOf, selectChoices } from '../../scan/build.ts'
import { type FormControl, isEditable, isReadOnly, isSelect } from '../../scan/controls.ts'
import type { LabelCandidate, ScannedField } from '../../scan/scanned-field.ts'
import type { ControlItem, PageOutline } from '../../survey/outline.ts'
import { fold } from '../../words.ts'
import { type Earlier, readAgain } from './again.ts'
import type { Draft, Knowledge, Reading } from './draft.ts'
import { sectionsOf } from './section.ts'
import { answerOf, pushed, ticked } from './ticked.ts'

function single(controlItem: ControlItem, labels: LabelCandidate[]): Draft {
  const { control, behind } = controlItem
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
        const names = namesOf(behind ? [behind] : [control])
        const rich: ScannedField = { kind: 'rich_text', labels, section, controls: [control], choices: [], names }
        return isReadOnly(control) ? { ...rich, locked: 'read-only' } : rich
      }
      const free = control as FormControl
      return freeField(free, freeKind(free, labels[0]?.text), labels, section)
    },
  }
}

function tableDraft(outline: PageOutline, { controlItems, headers, grouped, rows, at }: FormTable): Draft | null {
  const [controlItem] = controlItems
  if (!controlItem) return null
  const controls = controlItems.map(({ control }) => control)
  const named = before(outline, at, controlItem)
  const labels: LabelCandidate[] =
    named && named.score >= labelSureEnough
      ? [{ ...named, rule: 'table', score: 0.7 }]
      : [{ text: headers.join(', '), rule: 'table', score: grouped ? 0.45 : 0.6 }]
  return {
    controlItem,
    labels,
    make(section) {
      const found: ScannedField = {
        kind: 'table',
        labels,
        section,
        controls,
        choices: [],
        names: namesOf(controls),
        table: { headers, rows },
      }
      return controls.some(isReadOnly) ? { ...found, locked: 'read-only' } : found
    },
  }
}

/** A field that the page does not name is still a field: the clinician names it. */
const unnamed: LabelCandidate = { text: '', rule: 'name', score: 0 }
function named(draft: Draft | null): Draft | null {
  if (!draft || draft.labels.length > 0) return draft
  const labels = [unnamed]
  return { ...draft, labels, make: (section) => ({ ...draft.make(section), labels }) }
}

/** A question with what it is called; `inTable` are the controls of tables that are one field each. */
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
  const known = site?.(controlItem) ?? null
  const table = inTable.get(controlItem)
  if (table) return table.controlItems[0] === controlItem ? tableDraft(outline, table) : null
  if (scored?.(controlItem.control)) return pushed(question, room, known)
  if (controlItem.ticked) return ticked(question, room, known, labelOf, answers)
  const more = [
    known,
    companion(outline, controlItem, labelOf),
    continued(outline, controlItem, labelOf),
    listed(outline, controlItem, labelOf),
  ]
  const labels = otherSide(
    outline,
    controlItem,
    apartFromRow(outline, controlItem, labelsFor(room, [controlItem], false, more), labelOf),
    labelOf,
  )
  return isToSign(controlItem, labels) ? null : single(controlItem, labels)
}

/** Every field of a surveyed page, by the label sources and what is known besides. */
export const fieldsOf = (outline: PageOutline, knowledge: Knowledge = {}): ScannedField[] =>
  readFields(outline, knowledge).scannedFields

/** The same with all it came by; what stands as it did `earlier` is not read again. */
export function readFields(outline: PageOutline, knowledge: Knowledge, earlier: Earlier | null = null): Reading {
  const questions = questionsOf(outline, knowledge.scored)
  const room = labelRoom(outline)
  // Where things stand on the screen may have changed anywhere.
  const again = earlier && !outline.asked.placed ? readAgain(earlier, outline) : null
  const tables = tablesOf(outline, room.gridOf, again?.hasNone)
  const inTable = new Map(
    tables.flatMap((table) => table.controlItems.map((controlItem) => [controlItem, table] as const)),
  )
  const drafts: Draft[] = []
  const labelOf = new Map<ControlItem, string>()
  const answers = new Set<ControlItem>()
  for (const question of questions) {
    if (question.controlItems.some((each) => knowledge.skip?.(each))) continue
    const kept = again?.draft(question) ?? null
    if (kept && answerOf(question) === 'yes') for (const each of question.controlItems) answers.add(each)
    const draft = named(kept ?? draftOf(question, knowledge, room, inTable, labelOf, answers))
    if (draft) {
      const [best] = draft.labels
      // On what is hardly told nothing else is built.
      for (const each of question.controlItems)
        labelOf.set(each, best && best.score >= labelSureEnough ? best.text : '')
      drafts.push(draft)
    }
    if (!kept) again?.note(question, labelOf)
  }
  const used = labelledBy(drafts)
  const sectionOf = sectionsOf(outline, used)
  const doubted = doubtedTwins(drafts)
  const scannedFields = drafts.map((draft) => {
    const found = draft.make(sectionOf(draft.controlItem, draft.labels[0]?.text ?? ''))
    // What was kept may have been doubted before.
    const labels = doubted.get(draft) ?? draft.labels
    return labels === found.labels ? found : { ...found, labels }
  })
  return { outline, questions, tables, drafts, scannedFields, labelOf }
}

/** The first field at a place or after it; fields stand in the order of the page. */
function nextFrom(drafts: Draft[], place: number): Draft | undefined {
  let [low, high] = [0, drafts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((drafts[middle]?.controlItem.at ?? 0) >= place) high = middle
    else low = middle + 1
  }
  return drafts[low]
}

/** Whether a text is the label of the first field after it: then it is no section. */
function labelledBy(drafts: Draft[]): (text: string, at: number) => boolean {
  return (text, at) => {
    const label = nextFrom(drafts, at)?.labels[0]
    // A text in the control's own row that reads like the heading before is another text.
    return (
      label !== undefined && label.rule !== 'table' && label.rule !== 'accessible' && fold(label.text) === fold(text)
    )
  }
}
