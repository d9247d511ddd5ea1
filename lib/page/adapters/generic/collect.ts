import { apartFromRow, companion, continued, otherSide } from '../../choices/companion.ts'
import { type Question, questionsOf } from '../../choices/questions.ts'
import { type FormTable, tablesOf } from '../../choices/tables.ts'
import { before } from '../../label/block.ts'
import { type LabelRoom, labelRoom, ladder } from '../../label/ladder.ts'
import { listed } from '../../label/list.ts'
import { isToSign } from '../../label/signing.ts'
import { doubtedTwins } from '../../label/twins.ts'
import { labelSureEnough } from '../../plan/target.ts'
import { choiceField, choiceKind, freeField, freeKind, namesOf, selectChoices } from '../../scan/build.ts'
import { type FormControl, isEditable, isReadOnly, isSelect } from '../../scan/controls.ts'
import type { Found, LabelCandidate } from '../../scan/found.ts'
import type { Sheet, Spot } from '../../survey/sheet.ts'
import { fold } from '../../words.ts'
import { type Earlier, readAgain } from './again.ts'
import type { Draft, Knowledge, Reading } from './draft.ts'
import { sectionsOf } from './section.ts'
import { answerOf, pushed, ticked } from './ticked.ts'

function single(spot: Spot, labels: LabelCandidate[]): Draft {
  const { control, behind } = spot
  return {
    spot,
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
        const rich: Found = { kind: 'rich_text', labels, section, controls: [control], choices: [], names }
        return isReadOnly(control) ? { ...rich, locked: 'read-only' } : rich
      }
      const free = control as FormControl
      return freeField(free, freeKind(free, labels[0]?.text), labels, section)
    },
  }
}

function tableDraft(sheet: Sheet, { spots, headers, grouped, rows, at }: FormTable): Draft | null {
  const [spot] = spots
  if (!spot) return null
  const controls = spots.map(({ control }) => control)
  const named = before(sheet, at, spot)
  const labels: LabelCandidate[] =
    named && named.score >= labelSureEnough
      ? [{ ...named, rule: 'table', score: 0.7 }]
      : [{ text: headers.join(', '), rule: 'table', score: grouped ? 0.45 : 0.6 }]
  return {
    spot,
    labels,
    make(section) {
      const found: Found = {
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
  inTable: Map<Spot, FormTable>,
  labelOf: Map<Spot, string>,
  answers: Set<Spot>,
): Draft | null {
  const { sheet } = room
  const [spot] = question.spots
  if (!spot) return null
  const known = site?.(spot) ?? null
  const table = inTable.get(spot)
  if (table) return table.spots[0] === spot ? tableDraft(sheet, table) : null
  if (scored?.(spot.control)) return pushed(question, room, known)
  if (spot.ticked) return ticked(question, room, known, labelOf, answers)
  const more = [known, companion(sheet, spot, labelOf), continued(sheet, spot, labelOf), listed(sheet, spot, labelOf)]
  const labels = otherSide(sheet, spot, apartFromRow(sheet, spot, ladder(room, [spot], false, more), labelOf), labelOf)
  return isToSign(spot, labels) ? null : single(spot, labels)
}

/** Every field of a surveyed page, by the label ladder and what is known besides. */
export const fieldsOf = (sheet: Sheet, knowledge: Knowledge = {}): Found[] => readFields(sheet, knowledge).founds

/** The same with all it came by; what stands as it did `earlier` is not read again. */
export function readFields(sheet: Sheet, knowledge: Knowledge, earlier: Earlier | null = null): Reading {
  const questions = questionsOf(sheet, knowledge.scored)
  const room = labelRoom(sheet)
  // Where things stand on the screen may have changed anywhere.
  const again = earlier && !sheet.asked.placed ? readAgain(earlier, sheet) : null
  const tables = tablesOf(sheet, room.gridOf, again?.hasNone)
  const inTable = new Map(tables.flatMap((table) => table.spots.map((spot) => [spot, table] as const)))
  const drafts: Draft[] = []
  const labelOf = new Map<Spot, string>()
  const answers = new Set<Spot>()
  for (const question of questions) {
    if (question.spots.some((each) => knowledge.skip?.(each))) continue
    const kept = again?.draft(question) ?? null
    if (kept && answerOf(question) === 'yes') for (const each of question.spots) answers.add(each)
    const draft = named(kept ?? draftOf(question, knowledge, room, inTable, labelOf, answers))
    if (draft) {
      const [best] = draft.labels
      // On what is hardly told nothing else is built.
      for (const each of question.spots) labelOf.set(each, best && best.score >= labelSureEnough ? best.text : '')
      drafts.push(draft)
    }
    if (!kept) again?.note(question, labelOf)
  }
  const used = labelledBy(drafts)
  const sectionOf = sectionsOf(sheet, used)
  const doubted = doubtedTwins(drafts)
  const founds = drafts.map((draft) => {
    const found = draft.make(sectionOf(draft.spot, draft.labels[0]?.text ?? ''))
    // What was kept may have been doubted before.
    const labels = doubted.get(draft) ?? draft.labels
    return labels === found.labels ? found : { ...found, labels }
  })
  return { sheet, questions, tables, drafts, founds, labelOf }
}

/** The first field at a place or after it; fields stand in the order of the page. */
function nextFrom(drafts: Draft[], place: number): Draft | undefined {
  let [low, high] = [0, drafts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((drafts[middle]?.spot.at ?? 0) >= place) high = middle
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
