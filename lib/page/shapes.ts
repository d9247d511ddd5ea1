import type { FormField, LayoutSource } from '../contracts/index.ts'

/** A page's source is any layout source but `user`; the adapter of `other` is `generic`. */
export type PageSource = Exclude<LayoutSource, 'user'>

export type ControlKind = FormField['kind']

/** Which rung of the label ladder named a field (`ehr-facts`: accessible name, site rule, own cell, table, block before, geometry, name). */
export type LabelRule = 'accessible' | 'site' | 'cell' | 'table' | 'block' | 'geometry' | 'name'

/** One fillable thing of a form: a control, or a group of them that answers one question. */
export interface PageField {
  /** Stable identity: the same field has the same id when the same form is opened again. */
  id: string
  /** The identities that earlier versions gave it; absent in what was read before there were any others. */
  formerIds?: string[]
  /** '' where the page does not name the field. */
  label: string
  /** Of a field without a label: the words around it, with `[ ]` in its place. */
  near?: string
  section: string
  kind: ControlKind
  /** What can be chosen, as the page words it; empty for free values. */
  options: string[]
  /** What stands in the page now; the chosen options, or the cells of a table in row-major order. */
  value: string[]
  /** The controls' name attributes. */
  names: string[]
  rule: LabelRule
  /** 0 to 1: how sure the label is. */
  score: number
  /** Every way the page could be read to name it, best first; only where there is more than one. */
  candidates?: { text: string; rule: LabelRule; score: number }[]
  /** How the page writes dates and times here, e.g. `MM/DD/YYYY`; only dates and times have one. */
  format?: string
  /** The most characters the page takes, where it says so. */
  maxLength?: number
  /** A table's column headers and number of rows. */
  table?: { headers: string[]; rows: number }
  /** Nothing is chosen in a list that shows no way back to that: undo could not take a choice away again. */
  lasting?: true
  /** Absent: can be written. */
  locked?: 'read-only' | 'signed' | 'scored'
}

export interface PagePatient {
  name: string
  /** The chart's own number, '' where the page does not show it. */
  identifier: string
  /** ISO day, where shown. */
  birthDate?: string
  /** The number the EHR's own addresses use for this chart, where they show one: it tells namesakes apart. */
  chartKey?: string
}

export interface PageForm {
  title: string
  /** The same for the same form, whoever it is opened for. */
  identity: string
  signed: boolean
  /** The visit, where its document spans several pages and one is loaded at a time. */
  encounter?: string
  /** Which page of that document this is. */
  part?: string
  /** Every page of that document, in its order, where the EHR lists them. */
  parts?: string[]
}

/** One page of a document that spans several: its questions without their answers. */
export interface DocumentPart {
  part: string
  title: string
  fields: PageField[]
}

/** What a page holds at one moment. */
export interface PageReading {
  source: PageSource
  /** Names this scan; a write made from it is refused once the page has moved on. */
  nonce: string
  /** Its address, and after a space those of the frames its answers stand in. */
  url: string
  patient: PagePatient | null
  form: PageForm | null
  fields: PageField[]
  /** Other pages of the same document that were seen before; absent where there are none. */
  elsewhere?: DocumentPart[]
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
  | 'wrong-patient'
  | 'page-moved'
  | 'other-page'
  | 'lasting'

/** One value to be written: what stands there, what shall stand there. */
export interface PlannedWrite {
  fieldId: string
  label: string
  kind: ControlKind
  from: string[]
  to: string[]
  /** Undo could not take this choice away: it is not written unless the clinician has confirmed that it is for good. */
  lasting?: 'held-back' | 'confirmed'
}

export interface Refusal {
  fieldId: string
  label: string
  to: string[]
  reason: RefusalReason
  /** The title of the page on which the field stands, where that is another one (`other-page`). */
  page?: string
}

/** What a fill would do, shown before anything is written. */
export interface FillPlan {
  nonce: string
  url: string
  patient: PagePatient | null
  writes: PlannedWrite[]
  refusals: Refusal[]
}

/** What became of one field. `written` means it was read back, twice, and equal. */
export interface Receipt {
  fieldId: string
  label: string
  outcome: 'written' | 'unchanged' | 'refused' | 'failed'
  reason?: RefusalReason | 'rejected-by-page'
  before: string[]
  after: string[]
  /** How it was written. */
  rung?: string
  /** It was confirmed ahead as a choice for good, which undo leaves as it is. */
  lasting?: true
}

/** A value to be put into the page: `fieldId` where the layout is tied to the form, else found by label. */
export interface PageValue {
  fieldId?: string
  label: string
  value: string[]
}
