import type { ScannedField } from '../controls/fields.ts'
import type { DayOrder } from '../dates.ts'
import type { PagePatient, PagePorts, PageSource } from '../shapes.ts'

export interface OpenForm {
  /** The element that contains all controls. A fill observes it, to see when the page renders the form again. */
  root: Element
  title: string
  action: string
  signed: boolean
  /**
   * The id of the visit to which the form belongs, if the page shows it. A fill writes nothing if this id is not the id
   * of the visit in its plan. The id is not used to recognise the form, because the same form must be recognised at the
   * next visit.
   */
  encounter?: string
  part?: string
  /** The ids of all pages of the document, in their order. Absent or empty if the EHR does not list them. */
  parts?: string[]
}

/** What the extension knows about the pages of one EHR. `selectors.ts` names the sources of the selectors. */
export interface Adapter {
  source: PageSource
  host?: RegExp
  matches(document: Document): boolean
  form(document: Document): OpenForm | null
  patient(document: Document, url: URL): PagePatient | null
  /**
   * A selector for the elements that show the patient; '' if there are none. When the text of these elements changes,
   * the page is read again. Take the value from `selectors.ts`: the content script that watches these elements must
   * stay small, so it imports `selectors.ts` and not the adapter.
   */
  patientMarks: string
  /** Which part of a date comes first in this EHR. Absent: the page must show it. */
  dayOrder?: DayOrder
  fields(document: Document, form: OpenForm, ports: PagePorts): ScannedField[]
  /** A selector for elements that a fill must never touch, whatever their labels say, such as the button that signs. */
  forbidden: string
  /**
   * After each write, the filler waits until the form has not changed for this number of milliseconds. Then it searches
   * for the next field again, because the page may have replaced the elements of the form. 0: this EHR never renders
   * the form again.
   */
  quietMs: number
  /**
   * A selector for controls whose changed value the page saves at once, without a click on Save. The page may then
   * render the form again.
   */
  savesItself?: string
}
