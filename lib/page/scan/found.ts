import type { ControlKind, LabelRule, PageField } from '../shapes.ts'
import type { Control } from './controls.ts'

/** One way to name a field, and how far it is to be trusted. */
export interface LabelCandidate {
  text: string
  rule: LabelRule
  /** 0 to 1. */
  score: number
}

/** One thing that can be chosen: a radio, a box, or an option of a select. */
export interface Choice {
  caption: string
  control: HTMLInputElement | HTMLOptionElement
}

/** A field as it stands in the document, before it has an identity. */
export interface Found {
  kind: ControlKind
  /** Best first; never empty. */
  labels: LabelCandidate[]
  section: string
  controls: Control[]
  choices: Choice[]
  names: string[]
  /** What a drawn list offers, as far as it is known without opening it; its options are no controls of the form. */
  offers?: string[]
  /** A box that must be ticked: the page keeps this field hidden while it is not. */
  opener?: HTMLInputElement
  locked?: PageField['locked']
  /** How dates and times are written here, e.g. `MM/DD/YYYY`. */
  format?: string
  maxLength?: number
  table?: { headers: string[]; rows: number }
}
