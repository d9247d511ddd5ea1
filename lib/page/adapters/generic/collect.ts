import { yesAlone } from '../../choices/captions.ts'
import { captionsChoice } from '../../choices/choice.ts'
import { apartFromRow, companion, continued, otherSide } from '../../choices/companion.ts'
import { type Question, questionsOf } from '../../choices/questions.ts'
import { type FormTable, tablesOf } from '../../choices/tables.ts'
import { before } from '../../label/block.ts'
import { type LabelRoom, labelRoom, ladder } from '../../label/ladder.ts'
import { listed } from '../../label/list.ts'
import { isToSign } from '../../label/signing.ts'
import { candidate, joined } from '../../label/text.ts'
import { doubtedTwins } from '../../label/twins.ts'
import { labelSureEnough } from '../../plan/target.ts'
import { choiceField, choiceKind, freeField, freeKind, namesOf, selectChoices } from '../../scan/build.ts'
import { type FormControl, isEditable, isReadOnly, isSelect } from '../../scan/controls.ts'
import type { Found, LabelCandidate } from '../../scan/found.ts'
import type { Sheet, Spot, Words } from '../../survey/sheet.ts'
import { fold } from '../../words.ts'
import { type Earlier, readAgain } from './again.ts'
import type { Draft, Knowledge, Reading } from './draft.ts'
import { sectionsOf } from './section.ts'

/** A box that says no more than yes or no, or where to go on then. */
const answerAlone = /^(yes|no)(?:[\s,.;:–-]+\(?(?:go|skip|proceed|continue) (?:on )?to\b.*)?$/i
const answerOf = ({ captions, own }: Question): string =>
  captions === null ? (answerAlone.exec(own ?? '')?.[1] ?? '').toLowerCase() : ''

/** "[ ] Yes [ ] No Do you smoke?": the question behind boxes that begin their line. */
function askedBehind({ items }: Sheet, yes: Spot, no: Spot | undefined): LabelCandidate | null {
  const before = items[yes.at - 1]
  if (before?.line === yes.line || !no?.ticked || no.line !== yes.line) return null
  const words: Words[] = []
  for (let at = no.at + 1; at < items.length; at++) {
    const item = items[at]
    if (item?.kind !== 'words' || item.line !== yes.line) break
    if (!item.taken) words.push(item)
  }
  const asked = /^[^?]*\p{L}{2}[^?]*\?/u.exec(joined(words))
  return asked && candidate(asked[0], 'cell', 0.92)
}

/** "Letter attached [ ] Yes [ ] No" in boxes of their own: each is named by the question, the second by its answer too; `answers` are those that say yes. */
function answerLabels(
  room: LabelRoom,
  spot: Spot,
  answer: string,
  site: LabelCandidate | null,
  labelOf: Map<Spot, string>,
  answers: Set<Spot>,
): LabelCandidate[] {
  const no = answer === 'no'
  const previous = no ? room.sheet.spots[spot.order - 1] : undefined
  const besides = previous && previous.block === spot.block && answers.has(previous) ? labelOf.get(previous) : ''
  if (!no) answers.add(spot)
  const asked = besides
    ? candidate(besides, 'cell', 0.92)
    : askedBehind(room.sheet, spot, room.sheet.spots[spot.order + 1])
  const labels = ladder(room, [spot], true, [site, asked])
  if (labels.length === 0) return [{ text: answer, rule: 'cell', score: 0.4 }]
  const apart = (text: string): string => (text.endsWith('?') ? ' ' : ': ')
  return no ? labels.map((each) => ({ ...each, text: `${each.text}${apart(each.text)}No` })) : labels
}

const isTold = ({ rule }: LabelCandidate): boolean => rule === 'accessible' || rule === 'site' || rule === 'table'

/** Words between the options of one question that none of them has taken: then an option's may stand for the question. */
function doubtedBetween({ items }: Sheet, spots: Spot[], labels: LabelCandidate[]): LabelCandidate[] {
  const [first, last] = [spots[0], spots.at(-1)]
  if (!first || !last || (first.control as HTMLInputElement).type !== 'radio') return labels
  const between = items.slice(first.at + 1, last.at)
  const isFree = between.some(
    (item) => item.kind === 'words' && !item.taken && !item.label && /\p{L}{2}/u.test(item.text),
  )
  if (!isFree || between.some((item) => item.kind === 'spot' && !spots.includes(item))) return labels
  return labels.map((each) => (isTold(each) ? each : { ...each, score: Math.min(each.score, 0.45) }))
}

/** Boxes side by side before which one text stands and behind which none does: that text names none of them alone. */
function boxLabels(room: LabelRoom, spot: Spot, own: string, more: (LabelCandidate | null)[]): LabelCandidate[] {
  const labels = ladder(room, [spot], false, more)
  const { items, spots } = room.sheet
  const isBeside = (other: Spot | undefined): boolean =>
    other?.ticked === true &&
    items
      .slice(Math.min(spot.at, other.at) + 1, Math.max(spot.at, other.at))
      .every((item) => item.kind === 'words' && !/\p{L}/u.test(item.text))
  if (own !== '' || ![spots[spot.order - 1], spots[spot.order + 1]].some(isBeside)) return labels
  return labels.map((each) => (isTold(each) ? each : { ...each, score: Math.min(each.score, 0.45) }))
}

function ticked(
  question: Question,
  room: LabelRoom,
  site: LabelCandidate | null,
  labelOf: Map<Spot, string>,
  answers: Set<Spot>,
): Draft | null {
  const { spots, captions, own } = question
  const [spot] = spots
  if (!spot) return null
  const controls = spots.map(({ control }) => control)
  if (captions === null) {
    const caption: LabelCandidate | null =
      own && !yesAlone.test(own) ? { text: own, rule: spot.label ? 'accessible' : 'cell', score: 0.85 } : null
    const answer = answerOf(question)
    const labels = answer
      ? answerLabels(room, spot, answer, site, labelOf, answers)
      : otherSide(room.sheet, spot, boxLabels(room, spot, own ?? '', [site, caption]), labelOf)
    return { spot, labels, make: (section) => choiceField('boolean', [], controls, labels, section) }
  }
  const isAnswered = captions.length === 2 && captions.every((caption) => answerAlone.test(caption))
  const asked = isAnswered ? askedBehind(room.sheet, spot, spots[1]) : null
  const labels = doubtedBetween(room.sheet, spots, ladder(room, spots, true, [site, asked]))
  const choices = captionsChoice(spots, captions)
  const radio = (spot.control as HTMLInputElement).type === 'radio'
  const kind = radio ? choiceKind(choices) : 'multiple_choice'
  return { spot, labels, make: (section) => choiceField(kind, choices, controls, labels, section) }
}

/** Push-buttons of a scored instrument: shown with their options, entered by hand. */
function pushed({ spots, captions }: Question, room: LabelRoom, site: LabelCandidate | null): Draft | null {
  const [spot] = spots
  if (!spot) return null
  const labels = ladder(room, spots, true, [site])
  const controls = spots.map(({ control }) => control)
  const choices = (captions ?? []).map((caption, at) => ({ caption, control: controls[at] as HTMLInputElement }))
  return {
    spot,
    labels,
    make: (section) => ({ ...choiceField('single_choice', choices, controls, labels, section), locked: 'scored' }),
  }
}

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
    const draft = kept ?? draftOf(question, knowledge, room, inTable, labelOf, answers)
    if (draft && draft.labels.length > 0) {
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
