import type { FormTable, Question } from '../../choices/questions.ts'
import { isTimely, type LabelCandidate, type ScannedField } from '../../controls/fields.ts'
import { alike, reach } from '../../survey/compare.ts'
import type { ControlItem, PageOutline, Table } from '../../survey/outline.ts'
import type { Kept } from '../../survey/survey.ts'

export interface Knowledge extends Kept {
  site?: (controlItem: ControlItem) => LabelCandidate | null
  skip?: (controlItem: ControlItem) => boolean
}

export interface Draft {
  controlItem: ControlItem
  labels: LabelCandidate[]
  make: (section: string) => ScannedField
}

export interface Reading {
  outline: PageOutline
  questions: Question[]
  tables: FormTable[]
  drafts: Draft[]
  scannedFields: ScannedField[]
  /** Maps each control to its label. A label that is not reliable is stored as ''. */
  labelOf: Map<ControlItem, string>
}

/**
 * The previous reading of a page, and the nodes in which something was added or removed since that reading. Apart from
 * these nodes, only styles have changed.
 */
export interface Earlier {
  reading: Reading
  touched: Node[]
}

export interface Again {
  hasNone(table: Table): boolean
  draft(question: Question): Draft | null
  /**
   * Call this function for each question that was read again, in page order. It records the controls whose label
   * differs from the previous reading. The labels of questions near such a control may depend on its label. So `draft`
   * returns null for a question if such a control is at most `reach` controls before or after the question.
   */
  note(question: Question, labelOf: Map<ControlItem, string>): void
}

const renamedMost = 60

// This is a separate function, so that the closure `make` keeps no reference to the old outline in memory.
const keptDraft = (controlItem: ControlItem, labels: LabelCandidate[], scannedField: ScannedField): Draft => ({
  controlItem,
  labels,
  make: (section) => (section === scannedField.section ? scannedField : { ...scannedField, section }),
})

const sameList = <Each>(one: Each[] | null, otherList: Each[] | null): boolean =>
  one === otherList || (one?.length === otherList?.length && (one ?? []).every((each, at) => each === otherList?.[at]))

export function readAgain({ reading, touched }: Earlier, outline: PageOutline): Again {
  const like = alike(reading.outline, outline, touched)
  const questions: Question[] = []
  for (const each of reading.questions) if (each.controlItems[0]) questions[each.controlItems[0].order] = each
  const places: number[] = []
  for (const [at, { controlItem }] of reading.drafts.entries()) places[controlItem.order] = at
  const tables = new Set(reading.tables.map(({ controlItems: [controlItem] }) => controlItem?.cell?.row.table.element))
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
      const oldItem = first ? like.controlItemBefore(first) : null
      const was = oldItem ? questions[oldItem.order] : undefined
      const at = oldItem ? places[oldItem.order] : undefined
      if (!first || !last || !was || at === undefined || !isKnown(question, was) || !like.isSame(controlItems))
        return null
      if (renamed.length > renamedMost) return null
      if (renamed.some((order) => order >= first.order - reach && order <= last.order + reach)) return null
      // The label depends on screen positions, which may have changed. So the question is read again.
      if (oldItem && reading.outline.asked.measured.has(oldItem)) return null
      const [draft, scannedField] = [reading.drafts[at], reading.scannedFields[at]]
      // Read a field with a format again, because the format of a date or time field may depend on the current value.
      // Read a table again, because the table is one field with many controls, and `question` contains only the first.
      if (
        !draft ||
        !scannedField ||
        scannedField.format !== undefined ||
        isTimely(scannedField.kind) ||
        scannedField.table ||
        scannedField.parts
      )
        return null
      return keptDraft(first, draft.labels, scannedField)
    },
    note({ controlItems }, labelOf) {
      for (const controlItem of controlItems) {
        const oldItem = like.controlItemBefore(controlItem)
        if (!oldItem || reading.labelOf.get(oldItem) !== labelOf.get(controlItem)) renamed.push(controlItem.order)
      }
    },
  }
}
