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

export interface PageField {
  /** Stable id: the same field has the same id each time the form is opened. */
  id: string
  /** The ids that earlier versions gave this field. Absent in older readings. */
  formerIds?: string[]
  label: string
  near?: string
  section: string
  kind: ControlKind
  options: string[]
  value: string[]
  names: string[]
  rule: LabelSource
  /** Reliability of the label, 0 to 1. */
  score: number
  candidates?: { text: string; rule: LabelSource; score: number }[]
  /**
   * The format of dates and times, e.g. `MM/DD/YYYY`. Only for dates and times. Absent if the page states a format that
   * is not understood; no date is then written.
   */
  format?: string
  orderUnknown?: true
  /** The field is a list that may take several options: each item of an answer is one of them. */
  several?: true
  maxLength?: number
  range?: { min?: number; max?: number; step?: number }
  /** For several boxes that take one value together, such as day, month and year: the numbers of each box. */
  parts?: { min?: number; max?: number }[]
  demand?: string
  table?: { headers: string[]; rows: number }
  /**
   * Present if nothing is chosen in the list yet, and the list has no option that clears a choice. Undo could then not
   * clear a choice that a fill has made. Absent after `read` if a framework behind the list can restore the empty
   * state.
   */
  irreversible?: true
  openedBy?: string
  locked?: 'read-only' | 'signed' | 'scored'
}

export interface PagePatient {
  name: string
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
  encounter?: string
  part?: string
  parts?: string[]
}

export interface DocumentPart {
  part: string
  title: string
  fields: PageField[]
}

export interface PageReading {
  source: PageSource
  /** Identifies this scan. A write with this nonce is refused after the page has changed. */
  nonce: string
  /** The page's address, followed by the addresses of frames with controls, separated by spaces. */
  url: string
  patient: PagePatient | null
  form: PageForm | null
  fields: PageField[]
  elsewhere?: DocumentPart[]
  lastFill?: LastFill
}

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

export type Question = Pick<PageField, 'label' | 'section'>

export interface PlannedWrite extends Question {
  fieldId: string
  kind: ControlKind
  options: string[]
  from: string[]
  to: string[]
  openedBy?: string
  occupied?: true
  /** Undo could not remove this choice. It is written only after the clinician has confirmed it. */
  irreversible?: 'held-back' | 'confirmed'
}

export interface Refusal {
  fieldId: string
  label: string
  to: string[]
  reason: RefusalReason
  page?: string
  box?: string
}

export interface FillPlan {
  nonce: string
  url: string
  patient: PagePatient | null
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
  strategy?: string
  irreversible?: true
}

export interface FillResult {
  receipts: Receipt[]
  /** The id of the fill, for `undo`. Null: the fill has left nothing in the page that could be undone. */
  fillId: string | null
}

export interface WrittenFill {
  nonce: string
  fillId: string
}

export interface WrittenField {
  nonce: string
  fieldId: string
}

export interface FocusedField {
  fieldId: string
  label: string
  caret: number | null
}

/** Why nothing can be dictated into the page. `formatted`: the field has a text whose formatting would be lost. */
export type FocusRefusal = 'no-focus' | 'password' | 'not-text' | 'formatted' | NonNullable<PageField['locked']>

export interface FilledValue extends Pick<PageField, 'label' | 'kind'> {
  fieldId: string
  value: string[]
  options?: string[]
  format?: string
}

export interface FilledRecord {
  patient: PagePatient
  encounter: string
  values: FilledValue[]
}

export type ShownAgain = 'kept' | 'changed' | 'not-shown'

export type RecordAgain = { fieldId: string; shown: ShownAgain }[]

export interface PageValue {
  fieldId?: string
  label: string
  value: string[]
  undecided?: true
}

export interface PagePorts {
  /** Returns the shadow root of an element, also a closed one. Only content scripts have this API. */
  shadowRootOf?: (element: HTMLElement) => ShadowRoot | null
  siteRules?: SiteRules | null
  dayOrder?: DayOrder | null
}

/**
 * The MIME type under which a drag from the panel stores its data. The data is only the name of the drag
 * (`Carried.name`), because any page can read drag data. The panel sends the dragged value itself only to the page of
 * the plan, where the filler writes it.
 */
export const carriedType = 'application/x-chartside'

export interface Carried extends Pick<FillPlan, 'nonce' | 'url' | 'patient' | 'encounter'> {
  name: string
  value: string[]
}
