import type { FormTable, Question } from '../../choices/questions.ts'
import type { LabelCandidate, ScannedField } from '../../controls/fields.ts'
import { alike, reach } from '../../survey/compare.ts'
import type { ControlItem, PageOutline, Table } from '../../survey/outline.ts'
import type { Kept } from '../../survey/survey.ts'

/** What an adapter may add to the generic reading of a page. */
export interface Knowledge extends Kept {
  /** What the site's own marks say a control is called; wins over everything but a weaker source's silence. */
  site?: (controlItem: ControlItem) => LabelCandidate | null
  /** Controls this site never asks about. */
  skip?: (controlItem: ControlItem) => boolean
}

/** A field with the control item it begins at, before it has a section. */
export interface Draft {
  controlItem: ControlItem
  labels: LabelCandidate[]
  make: (section: string) => ScannedField
}

/** A page as it was read: each question with what it came to. */
export interface Reading {
  outline: PageOutline
  questions: Question[]
  tables: FormTable[]
  /** In the order of the page, one for each of `scannedFields`. */
  drafts: Draft[]
  scannedFields: ScannedField[]
  /** What the controls are called, where that is told. */
  labelOf: Map<ControlItem, string>
}

/** A page as it was read before, and where things were added or taken away since; nothing else has changed but looks. */
export interface Earlier {
  reading: Reading
  touched: Node[]
}

/** What needs no second reading. */
export interface Again {
  /** Whether a table stands as it did, when it was no field by itself. */
  hasNone(table: Table): boolean
  /** A question's field as it was, where all that names it is the same. */
  draft(question: Question): Draft | null
  /** To be told of every question that was read anew, in their order: what others are called may hang on it. */
  note(question: Question, labelOf: Map<ControlItem, string>): void
}

/** When so many controls are called something else, the rest is not worth the looking. */
const renamedMost = 60

// By itself, so that a field holds on to nothing of the page it was read on first.
const keptDraft = (controlItem: ControlItem, labels: LabelCandidate[], found: ScannedField): Draft => ({
  controlItem,
  labels,
  make: (section) => (section === found.section ? found : { ...found, section }),
})

const sameList = <Each>(one: Each[] | null, other: Each[] | null): boolean =>
  one === other || (one?.length === other?.length && (one ?? []).every((each, at) => each === other?.[at]))

export function readAgain({ reading, touched }: Earlier, outline: PageOutline): Again {
  const like = alike(reading.outline, outline, touched)
  // By the order of their first control.
  const questions: Question[] = []
  for (const each of reading.questions) if (each.controlItems[0]) questions[each.controlItems[0].order] = each
  const places: number[] = []
  for (const [at, { controlItem }] of reading.drafts.entries()) places[controlItem.order] = at
  const tables = new Set(reading.tables.map(({ controlItems: [controlItem] }) => controlItem?.cell?.row.table.element))
  /** The places of controls that are called something else now. */
  const renamed: number[] = []

  const isKnown = ({ controlItems, captions, ownCaption }: Question, was: Question): boolean =>
    sameList(controlItems.map(like.controlItemBefore), was.controlItems) &&
    sameList(captions, was.captions) &&
    ownCaption === was.ownCaption

  return {
    hasNone: (table) => !tables.has(table.element) && like.isSameTable(table),
    draft(question) {
      const { controlItems } = question
      const [first, last] = [controlItems[0], controlItems.at(-1)]
      const before = first ? like.controlItemBefore(first) : null
      const was = before ? questions[before.order] : undefined
      const at = before ? places[before.order] : undefined
      if (!first || !last || !was || at === undefined || !isKnown(question, was) || !like.isSame(controlItems))
        return null
      if (renamed.length > renamedMost) return null
      if (renamed.some((order) => order >= first.order - reach && order <= last.order + reach)) return null
      // What the screen said then it may not say now.
      if (before && reading.outline.asked.measured.has(before)) return null
      const [draft, found] = [reading.drafts[at], reading.scannedFields[at]]
      // How a date is written may be told by what stands in it.
      if (!draft || !found || found.format !== undefined || found.table) return null
      return keptDraft(first, draft.labels, found)
    },
    note({ controlItems }, labelOf) {
      for (const controlItem of controlItems) {
        const before = like.controlItemBefore(controlItem)
        if (!before || reading.labelOf.get(before) !== labelOf.get(controlItem)) renamed.push(controlItem.order)
      }
    },
  }
}
