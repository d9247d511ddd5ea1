import type { Question } from '../../choices/questions.ts'
import type { FormTable } from '../../choices/tables.ts'
import type { LabelCandidate, ScannedField } from '../../scan/scanned-field.ts'
import type { ControlItem, PageOutline } from '../../survey/outline.ts'
import type { Kept } from '../../survey/walk.ts'

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
  /** In the order of the page, one for each of `founds`. */
  drafts: Draft[]
  scannedFields: ScannedField[]
  /** What the controls are called, where that is told. */
  labelOf: Map<ControlItem, string>
}
