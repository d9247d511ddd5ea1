import { type Control, isInput, isSelect, isTextarea, isTicked } from '../controls.ts'
import type { Found } from '../found.ts'
import type { ControlKind, PagePatient } from '../shapes.ts'
import { announceChange, announceText } from './events.ts'

/** A control's exact state: setter writes cannot be undone by the page, so Chartside keeps its own way back. */
type State = { text: string } | { ticked: boolean } | { selected: boolean[] } | { nodes: Node[] }

export interface JournalEntry {
  fieldId: string
  label: string
  kind: ControlKind
  /** One per control of the field. */
  states: State[]
  before: string[]
  after: string[]
}

/** One fill: whose chart it went into, and what stood there before. It never leaves the page. */
export interface Journal {
  url: string
  patient: PagePatient | null
  entries: JournalEntry[]
}

const stateOf = (control: Control): State => {
  if (isTicked(control)) return { ticked: control.checked }
  if (isSelect(control)) return { selected: [...control.options].map(({ selected }) => selected) }
  if (isInput(control) || isTextarea(control)) return { text: control.value }
  return { nodes: [...control.childNodes].map((node) => node.cloneNode(true)) }
}

export const statesOf = (found: Found): State[] => found.controls.map(stateOf)

function restoreOne(control: Control, state: State, dated: boolean): void {
  if ('ticked' in state && isTicked(control)) {
    if (control.checked === state.ticked) return
    if (control.type === 'checkbox' || state.ticked) control.click()
    else {
      // No press takes a radio back; where nothing was chosen before, the page is told of a change instead.
      control.checked = false
      control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
      announceChange(control)
    }
  } else if ('selected' in state && isSelect(control)) {
    state.selected.forEach((selected, at) => {
      const option = control.options[at]
      if (option) option.selected = selected
    })
    control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    announceChange(control)
  } else if ('text' in state && (isInput(control) || isTextarea(control))) {
    if (control.value === state.text) return
    control.value = state.text
    announceText(control, state.text, dated)
  } else if ('nodes' in state) {
    control.replaceChildren(...state.nodes.map((node) => node.cloneNode(true)))
    announceText(control, '', false)
  }
}

/** Puts a field's controls back exactly as they were. */
export function restore(found: Found, states: State[]): void {
  found.controls.forEach((control, at) => {
    const state = states[at]
    if (state) restoreOne(control, state, found.format !== undefined)
  })
}

const sameState = (one: State | undefined, other: State | undefined): boolean => {
  if (!one || !other) return false
  if ('nodes' in one && 'nodes' in other) {
    return (
      one.nodes.length === other.nodes.length &&
      one.nodes.every((node, at) => node.isEqualNode(other.nodes[at] ?? null))
    )
  }
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether a field stands exactly as it was. */
export const restored = (found: Found, states: State[]): boolean =>
  statesOf(found).every((state, at) => sameState(state, states[at]))
