import type { ControlKind, LabelSource, PageField } from '../shapes.ts'
import type { Control } from './controls.ts'

/** A possible label of a field, with its reliability. */
export interface LabelCandidate {
  text: string
  rule: LabelSource
  /** 0 to 1. */
  score: number
}

/** One option of a question: a radio, a checkbox, or an option of a select. */
export interface Choice {
  caption: string
  control: HTMLInputElement | HTMLOptionElement
}

/** A field as found in the document, before it has an id. */
export interface ScannedField {
  kind: ControlKind
  /** Best first. There is always at least one. */
  labels: LabelCandidate[]
  section: string
  controls: Control[]
  choices: Choice[]
  names: string[]
  /** The options of a custom list, as far as they are known without opening it. They are not controls of the form. */
  offers?: string[]
  /** A checkbox that must be ticked first; until then the page hides this field. */
  opener?: HTMLInputElement
  locked?: PageField['locked']
  /** The format of dates and times in this control, e.g. `MM/DD/YYYY`. */
  format?: string
  maxLength?: number
  table?: { headers: string[]; rows: number }
}
