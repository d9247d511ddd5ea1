import type { FormField, LayoutSource, SiteRules } from '../contracts/index.ts'
import type { DayOrder } from './dates.ts'

/** All layout sources except `user`. The source `other` is read by the generic adapter. */
export type PageSource = Exclude<LayoutSource, 'user'>

export type ControlKind = FormField['kind']

/**
 * Where a field's label was found, most reliable first: accessible name, site rule, own cell, table, block before,
 * geometry, name.
 */
export type LabelSource = 'accessible' | 'site' | 'cell' | 'table' | 'block' | 'geometry' | 'name'

/**
 * A label with a lower score is doubtful: it is not used to find the field for a value, and the clinician is asked to
 * check it.
 */
export const labelSureEnough = 0.5

/** One question of a form: a control, or a group of controls that answers one question. */
export interface PageField {
  /** Stable id: the same field has the same id each time the form is opened. */
  id: string
  /** The ids that earlier versions gave this field. Absent in older readings. */
  formerIds?: string[]
  /** '' if the field has no label. */
  label: string
  /** For a field without a label: the text around it, with `[ ]` in its place. */
  near?: string
  section: string
  kind: ControlKind
  /** The options in the page's words. Empty for free values. */
  options: string[]
  /** The current value: the text, the chosen options, or the cells of a table row by row. Empty: no value. */
  value: string[]
  /** The `name` attributes of the controls. */
  names: string[]
  rule: LabelSource
  /** Reliability of the label, 0 to 1. */
  score: number
  /** All possible labels, best first. Present only if there are several. */
  candidates?: { text: string; rule: LabelSource; score: number }[]
  /**
   * The format of dates and times, e.g. `MM/DD/YYYY`. Only for dates and times. Absent if the page states a format that
   * is not understood; no date is then written.
   */
  format?: string
  /** The page does not say if it wants day or month first. `format` has the month first. */
  orderUnknown?: true
  /** The maximum number of characters, if the page states it. */
  maxLength?: number
  /** The numbers that the control accepts. */
  range?: { min?: number; max?: number; step?: number }
  /** For several boxes that take one value together, such as day, month and year: the numbers of each box. */
  parts?: { min?: number; max?: number }[]
  /** What a text must be: `email`, `url`, or the regular expression of the control. */
  demand?: string
  /** The column headers and the number of rows of a table. */
  table?: { headers: string[]; rows: number }
  /**
   * Present if nothing is chosen in the list yet, and the list has no option that clears a choice. Undo could then not
   * clear a choice that a fill has made. Absent after `read` if a framework behind the list can restore the empty
   * state.
   */
  irreversible?: true
  /**
   * The id of the check box that shows this field. Present only while the box is not ticked and this field is hidden.
   */
  openedBy?: string
  /** Why the field cannot be written. Absent: it can be written. */
  locked?: 'read-only' | 'signed' | 'scored'
}

export interface PagePatient {
  name: string
  /** The chart number, or '' if the page does not show it. */
  identifier: string
  /** ISO date, if shown. */
  birthDate?: string
  /** The chart's number in the EHR's addresses, if there is one. It distinguishes patients of the same name. */
  chartKey?: string
}

export interface PageForm {
  title: string
  /** Identifies the form. The same form has the same identity for every patient. */
  identity: string
  signed: boolean
  /** The id of the visit to which the form belongs, if the page shows it. */
  encounter?: string
  /** The id of the page that is loaded, if the form's document has several pages. */
  part?: string
  /** The ids of all pages of the form's document in order, if the EHR lists them. */
  parts?: string[]
}

/** One page of a document with several pages: its questions without answers. */
export interface DocumentPart {
  part: string
  title: string
  fields: PageField[]
}

/** The content of a page at one moment. */
export interface PageReading {
  source: PageSource
  /** Identifies this scan. A write with this nonce is refused after the page has changed. */
  nonce: string
  /** The page's address, followed by the addresses of frames with controls, separated by spaces. */
  url: string
  patient: PagePatient | null
  form: PageForm | null
  fields: PageField[]
  /** Other pages of the same document that were read before. Absent if there are none. */
  elsewhere?: DocumentPart[]
  /** The last fill of this page that can be undone, until the page is left. Absent if there is none. */
  lastFill?: LastFill
}

/**
 * A fill that can be undone. `at`: ms since 1970. `count`: the number of fields that it has changed. `fieldIds`: the
 * fields of this and earlier fills that can be undone one by one.
 */
export interface LastFill {
  fillId: string
  at: number
  count: number
  fieldIds: string[]
}

export type RefusalReason =
  | 'ambiguous'
  | 'not-found'
  | 'read-only'
  | 'signed'
  | 'scored'
  | 'too-long'
  | 'no-such-option'
  | 'not-a-date'
  | 'day-or-month'
  | 'out-of-range'
  | 'undecided'
  | 'wrong-patient'
  | 'page-moved'
  | 'other-page'
  | 'other-question'
  | 'irreversible'
  | 'box-not-ticked'

/** What a page asks in a field. */
export type Question = Pick<PageField, 'label' | 'section'>

/** One planned write: the current value and the new value. Label, section and options are those of the reading. */
export interface PlannedWrite extends Question {
  fieldId: string
  kind: ControlKind
  options: string[]
  from: string[]
  to: string[]
  /** The id of the check box that shows this field. The same plan ticks the box before this write. */
  openedBy?: string
  /** The field has words or a choice already. */
  occupied?: true
  /** Undo could not remove this choice. It is written only after the clinician has confirmed it. */
  irreversible?: 'held-back' | 'confirmed'
}

export interface Refusal {
  fieldId: string
  label: string
  to: string[]
  reason: RefusalReason
  /** For `other-page`: the title of the page that has the field. */
  page?: string
  /** For `box-not-ticked`: the label of the check box that shows the field. */
  box?: string
}

/** The plan of a fill. It is shown before anything is written. */
export interface FillPlan {
  nonce: string
  url: string
  patient: PagePatient | null
  /** The visit whose form is filled (`PageForm.encounter`), or '' if the page does not show it. */
  encounter: string
  writes: PlannedWrite[]
  refusals: Refusal[]
}

/** After the last write, the form must keep its values for this long. Only then is a value `written`. */
export const lastQuietMs = 1000

/** The result for one field. `written` means that the value was read back twice and was equal. */
export interface Receipt {
  fieldId: string
  label: string
  outcome: 'written' | 'unchanged' | 'refused' | 'failed'
  reason?: RefusalReason | 'rejected-by-page'
  before: string[]
  after: string[]
  /** The strategy that wrote the value. */
  strategy?: string
  /** The clinician confirmed this choice before the fill, although undo may be unable to remove it. */
  irreversible?: true
}

/** The result of a fill. */
export interface FillResult {
  receipts: Receipt[]
  /** The id of the fill, for `undo`. Null: the fill has left nothing in the page that could be undone. */
  fillId: string | null
}

/** Names a fill that can be undone: the nonce of its plan, and its id. */
export interface WrittenFill {
  nonce: string
  fillId: string
}

/** Names one field whose last write can be undone. */
export interface WrittenField {
  nonce: string
  fieldId: string
}

/** The text field of the page that has the focus. `caret`: where new words belong, null if this is not known. */
export interface FocusedField {
  fieldId: string
  label: string
  caret: number | null
}

/** Why nothing can be dictated into the page. `formatted`: the field has a text whose formatting would be lost. */
export type FocusRefusal = 'no-focus' | 'password' | 'not-text' | 'formatted' | NonNullable<PageField['locked']>

/** A value that a fill has left in a field, as the page showed it then. */
export interface FilledValue extends Pick<PageField, 'label' | 'kind'> {
  fieldId: string
  value: string[]
  options?: string[]
  format?: string
}

/** What a fill has left in the form of a patient and a visit. */
export interface FilledRecord {
  patient: PagePatient
  encounter: string
  values: FilledValue[]
}

/** What a page shows of a filled value after the clinician has saved the form. */
export type ShownAgain = 'kept' | 'changed' | 'not-shown'

export type RecordAgain = { fieldId: string; shown: ShownAgain }[]

/** A value for the page. With `fieldId`, the field for the value is found by id, otherwise by label. */
export interface PageValue {
  fieldId?: string
  label: string
  value: string[]
  /** The note has no certain answer for this field, so nothing is written. `value` is empty. */
  undecided?: true
}

/** The functions and rules that the callers of `lib/page` provide. */
export interface PagePorts {
  /** Returns the shadow root of an element, also a closed one. Only content scripts have this API. */
  shadowRootOf?: (element: HTMLElement) => ShadowRoot | null
  /** Rules for this site, in addition to its adapter. */
  siteRules?: SiteRules | null
  /** What the dates of this site begin with, as the clinician has chosen. */
  dayOrder?: DayOrder | null
}

/**
 * The MIME type under which a drag from the panel stores its data. The data is only the name of the drag
 * (`Carried.name`), because any page can read drag data. The panel sends the dragged value itself only to the page of
 * the plan, where the filler writes it.
 */
export const carriedType = 'application/x-chartside'

/** A value that is being dragged from the panel into a page, and the page, patient and visit it is meant for. */
export interface Carried extends Pick<FillPlan, 'nonce' | 'url' | 'patient' | 'encounter'> {
  /** Identifies this drag. */
  name: string
  value: string[]
}
