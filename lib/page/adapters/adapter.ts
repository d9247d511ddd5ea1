import type { ScannedField } from '../controls/fields.ts'
import type { PagePatient, PagePorts, PageSource } from '../shapes.ts'

/** A form that is open in a page. */
export interface OpenForm {
  /** Contains all controls of the form. A fill observes this element, to see when the form renders again. */
  root: Element
  title: string
  /** The `action` of the form as the page writes it. Empty if there is none. */
  action: string
  signed: boolean
  /**
   * The id of the visit, for a document with several pages. It is not part of the form's identity, because the same
   * form must be recognized at the next visit.
   */
  encounter?: string
  /** The id of the page that is loaded, for a document with several pages. */
  part?: string
  /** The ids of all pages of the document, in their order. Absent or empty if the EHR does not list them. */
  parts?: string[]
}

/** What is known about the pages of one EHR. The selectors and their sources are in `selectors.ts` of its folder. */
export interface Adapter {
  source: PageSource
  /** Matches the host names of the EHR. A page with another host name is recognized by `matches`. */
  host?: RegExp
  /** Returns true if the page contains elements that only the pages of this EHR have. */
  matches(document: Document): boolean
  form(document: Document): OpenForm | null
  patient(document: Document, url: URL): PagePatient | null
  /**
   * A selector for the elements that show the patient. If their text or values change, the page is read again. Empty if
   * the pages never show the patient. The content script watches these elements and does not contain the code that
   * reads a page, so the value comes from `selectors.ts`.
   */
  patientMarks: string
  /** Returns the fields of the form in the order of the page. */
  fields(document: Document, form: OpenForm, ports: PagePorts): ScannedField[]
  /** A selector for elements that a fill must never touch, whatever their labels: for example the button that signs. */
  forbidden: string
  /**
   * After each write, the filler waits until the form has not changed for this number of milliseconds. Then the filler
   * searches for the next field again, because the form may have replaced its elements. 0: the form never renders
   * again.
   */
  quietMs: number
  /** A selector for controls that save their value when they change. The form may render again shortly afterwards. */
  savesItself?: string
}
