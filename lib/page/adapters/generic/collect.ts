import { choiceField, choiceKind, freeField, freeKind, namesOf, selectChoices } from '../../build.ts'
import { yesAlone } from '../../choices/captions.ts'
import { captionsChoice } from '../../choices/choice.ts'
import { apartFromRow, companion, continued } from '../../choices/companion.ts'
import { type Question, questionsOf } from '../../choices/questions.ts'
import { type FormTable, tablesOf } from '../../choices/tables.ts'
import {
  type Control,
  type FormControl,
  isEditable,
  isInput,
  isReadOnly,
  isSelect,
  isTextarea,
  isTicked,
} from '../../controls.ts'
import type { Found, LabelCandidate } from '../../found.ts'
import { isNamedAsBefore } from '../../label/accessible.ts'
import { before } from '../../label/block.ts'
import { hasPlaced } from '../../label/geometry.ts'
import { type LabelRoom, labelRoom, ladder } from '../../label/ladder.ts'
import { listed } from '../../label/list.ts'
import { candidate } from '../../label/text.ts'
import { isDrawnList, offersOf } from '../../listbox.ts'
import { labelSureEnough } from '../../plan/target.ts'
import type { PagePorts } from '../../ports.ts'
import { sameSheet } from '../../survey/same.ts'
import type { Sheet, Spot } from '../../survey/sheet.ts'
import { type Stillness, stillness } from '../../survey/still.ts'
import { type Kept, survey } from '../../survey/walk.ts'
import { fold } from '../../words.ts'
import { isBoldAsBefore, sectionsOf } from './section.ts'

/** What an adapter may add to the generic reading of a page. */
export interface Knowledge extends Kept {
  /** What the site's own marks say a control is called; wins over everything but a weaker rung's silence. */
  site?: (spot: Spot) => LabelCandidate | null
  /** Controls this site never asks about. */
  skip?: (spot: Spot) => boolean
}

/** A field with the spot it begins at, before it has a section. */
interface Draft {
  spot: Spot
  labels: LabelCandidate[]
  make: (section: string) => Found
}

/** A box that says no more than yes or no. */
const answerAlone = /^(?:yes|no)$/i

/** "Letter attached [ ] Yes [ ] No" in boxes of their own: each is named by the question, the second by its answer too; `answers` are those that say yes. */
function answerLabels(
  room: LabelRoom,
  spot: Spot,
  own: string,
  site: LabelCandidate | null,
  labelOf: Map<Spot, string>,
  answers: Set<Spot>,
): LabelCandidate[] {
  const no = /^no$/i.test(own)
  const previous = no ? room.sheet.spots[spot.order - 1] : undefined
  const besides = previous && previous.block === spot.block && answers.has(previous) ? labelOf.get(previous) : ''
  if (!no) answers.add(spot)
  const asked = besides ? candidate(besides, 'cell', 0.8) : null
  const labels = ladder(room, [spot], true, [site, asked])
  if (labels.length === 0) return [{ text: own, rule: 'cell', score: 0.4 }]
  const apart = (text: string): string => (text.endsWith('?') ? ' ' : ': ')
  return no ? labels.map((each) => ({ ...each, text: `${each.text}${apart(each.text)}${own}` })) : labels
}

function ticked(
  { spots, captions, own }: Question,
  room: LabelRoom,
  site: LabelCandidate | null,
  labelOf: Map<Spot, string>,
  answers: Set<Spot>,
): Draft | null {
  const [spot] = spots
  if (!spot) return null
  const controls = spots.map(({ control }) => control)
  if (captions === null) {
    const caption: LabelCandidate | null =
      own && !yesAlone.test(own) ? { text: own, rule: spot.label ? 'accessible' : 'cell', score: 0.85 } : null
    const labels = answerAlone.test(own ?? '')
      ? answerLabels(room, spot, own ?? '', site, labelOf, answers)
      : ladder(room, spots, false, [site, caption])
    return { spot, labels, make: (section) => choiceField('boolean', [], controls, labels, section) }
  }
  const labels = ladder(room, spots, true, [site])
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

function tableDraft(sheet: Sheet, { spots, headers, rows, at }: FormTable): Draft | null {
  const [spot] = spots
  if (!spot) return null
  const controls = spots.map(({ control }) => control)
  const named = before(sheet, at, spot)
  const labels: LabelCandidate[] =
    named && named.score >= labelSureEnough
      ? [{ ...named, rule: 'table', score: 0.7 }]
      : [{ text: headers.join(', '), rule: 'table', score: 0.6 }]
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

/** Every field of a surveyed page, by the label ladder and what is known besides. */
export function fieldsOf(sheet: Sheet, { site, skip, scored }: Knowledge = {}): Found[] {
  const questions = questionsOf(sheet, scored)
  const room = labelRoom(sheet)
  const tables = tablesOf(sheet, room.gridOf)
  const inTable = new Map(tables.flatMap((table) => table.spots.map((spot) => [spot, table] as const)))
  const drafts: Draft[] = []
  const labelOf = new Map<Spot, string>()
  const answers = new Set<Spot>()
  for (const question of questions) {
    const [spot] = question.spots
    if (!spot || question.spots.some((each) => skip?.(each))) continue
    const known = site?.(spot) ?? null
    const table = inTable.get(spot)
    let draft: Draft | null = null
    if (table) draft = table.spots[0] === spot ? tableDraft(sheet, table) : null
    else if (scored?.(spot.control)) draft = pushed(question, room, known)
    else if (isTicked(spot.control)) draft = ticked(question, room, known, labelOf, answers)
    else {
      const more = [
        known,
        companion(sheet, spot, labelOf),
        continued(sheet, spot, labelOf),
        listed(sheet, spot, labelOf),
      ]
      draft = single(spot, apartFromRow(sheet, spot, ladder(room, [spot], false, more), labelOf))
    }
    if (!draft || draft.labels.length === 0) continue
    const [best] = draft.labels
    // On what is hardly told nothing else is built.
    for (const each of question.spots) labelOf.set(each, best && best.score >= labelSureEnough ? best.text : '')
    drafts.push(draft)
  }
  const used = labelledBy(drafts)
  const sectionOf = sectionsOf(sheet, used)
  return drafts.map(({ spot, labels, make }) => make(sectionOf(spot, labels[0]?.text ?? '')))
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

/** What was read of a document, while it stands still. */
interface Known {
  sheet: Sheet
  found: Found[]
  ports: PagePorts
  stillness: Stillness
}
const known = new WeakMap<Document, Known>()

const isTyped = (control: Control): boolean => isInput(control) || isTextarea(control) || isSelect(control)

/** What these hold is what was answered: editors, and boxes that show what was chosen. */
const valueHolders = ({ spots }: Sheet): Element[] =>
  spots.map(({ control }) => control).filter((each) => !isTyped(each) && (isEditable(each) || isDrawnList(each)))

/** Whether drawn lists offer what they did: it may stand in their own marks, or hidden. */
const offersAsBefore = (founds: Found[]): boolean =>
  founds.every(
    ({ offers, controls: [control] }) => !offers || (control && offersOf(control).join('\n') === offers.join('\n')),
  )

/** Whether a page that looks different says the same to whoever reads it: then its fields are the same. */
const saysTheSame = ({ sheet: before, found }: Known, now: Sheet): boolean =>
  !before.asked.places &&
  sameSheet(before, now) &&
  !hasPlaced(now) &&
  isBoldAsBefore(before) &&
  isNamedAsBefore(before) &&
  offersAsBefore(found)

/**
 * Every field of a page and its same-origin frames, by the label ladder and what an adapter knows of this document. A
 * fill looks before and after every write: while nothing but values changed, or looks that mean nothing, the same fields
 * are answered.
 */
export function genericFields(document: Document, ports: PagePorts, knowledge: Knowledge = {}): Found[] {
  const before = known.get(document)
  const same = before?.ports.siteRules === ports.siteRules && before?.ports.shadowRootOf === ports.shadowRootOf
  const standing = before && same ? before.stillness.standing() : 'moved'
  if (before && standing === 'still') return before.found
  const sheet = survey(document, ports, knowledge)
  // What a site's own marks mean, looks may change.
  const marked = knowledge.site !== undefined || knowledge.skip !== undefined
  if (before && standing === 'dressed' && !marked && saysTheSame(before, sheet)) {
    before.stillness.seen()
    return before.found
  }
  const found = fieldsOf(sheet, knowledge)
  known.set(document, { sheet, found, ports, stillness: stillness(sheet.roots, sheet.frames, valueHolders(sheet)) })
  return found
}
