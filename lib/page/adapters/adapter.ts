import type { ScannedField } from '../controls/fields.ts'
import type { PagePatient, PagePorts, PageSource } from '../shapes.ts'

/** A form that is open in a page. */
export interface OpenForm {
  /** Everything of the form is inside; its re-rendering is watched here. */
  root: Element
  title: string
  /** The action as the page writes it, '' where there is none. */
  action: string
  signed: boolean
  /** The visit a document belongs to, where it spans several pages; never part of an identity. */
  encounter?: string
  /** Which page of that document is loaded. */
  part?: string
  /** Every page of that document, in its order, where the EHR lists them. */
  parts?: string[]
}

/** What is known of one EHR's pages. Selectors stand beside their evidence, in the adapter's own folder. */
export interface Adapter {
  source: PageSource
  /** Its hosts; a page of none is known by its marks. */
  host?: RegExp
  /** Whether a page has marks only this EHR's pages have. */
  matches(document: Document): boolean
  form(document: Document): OpenForm | null
  patient(document: Document, url: URL): PagePatient | null
  /**
   * Where the page says whose chart it is: when the words or values there change, the page is read again. '' where it
   * never does. The content script watches these, so they stand among the selectors, apart from what reads a page.
   */
  patientMarks: string
  /** The form's fields in the order of the page. */
  fields(document: Document, form: OpenForm, ports: PagePorts): ScannedField[]
  /** Things no fill may touch, whatever they are called. */
  forbidden: string
  /** After each write, the form must stand still this long before the next field is found afresh; 0: it never re-renders. */
  quietMs: number
  /** Controls that save themselves when they change; the form may be drawn anew a moment later. */
  savesItself?: string
}
