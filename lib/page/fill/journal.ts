import { type Control, isInput, isSelect, isTextarea, isTicked } from '../scan/controls.ts'
import type { Found } from '../scan/found.ts'
import { comboboxShows, isCombobox } from '../scan/listbox.ts'
import type { ControlKind, PagePatient } from '../shapes.ts'
import { askModel } from './model.ts'

/** A control's exact state: setter writes cannot be undone by the page, so Chartside keeps its own way back. */
export type State =
  | { text: string }
  | { ticked: boolean }
  | { selected: boolean[] }
  | { shown: string }
  | { nodes: Node[] }

export interface JournalEntry {
  fieldId: string
  label: string
  kind: ControlKind
  /** One per control of the field. */
  states: State[]
  /** The box that had to be ticked first, where there is one: whether it was. */
  opened?: boolean
  /** Controls whose editor keeps its own state as well, by their place; and the name under which it does. */
  kept: number[]
  key: string
  before: string[]
  after: string[]
  /** The clinician said that this choice is for good. */
  lasting?: true
}

/** One fill: whose chart it went into, and what stood there before. It never leaves the page. */
export interface Journal {
  url: string
  patient: PagePatient | null
  entries: JournalEntry[]
  /** The fill before it: once this one is taken back, that is the last. */
  earlier?: Journal | undefined
}

const freshName = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

/** The name under which an editor keeps the state of one control of an entry. */
export const keyOf = ({ key }: Pick<JournalEntry, 'key'>, at: number): string => `${key}.${at}`

const stateOf = (control: Control): State => {
  if (isTicked(control)) return { ticked: control.checked }
  if (isSelect(control)) return { selected: [...control.options].map(({ selected }) => selected) }
  if (isCombobox(control)) return { shown: comboboxShows(control) }
  if (isInput(control) || isTextarea(control)) return { text: control.value }
  return { nodes: [...control.childNodes].map((node) => node.cloneNode(true)) }
}

/** What must be kept of a field ahead of its first write. */
export function entryOf(
  found: Found,
  told: Pick<JournalEntry, 'fieldId' | 'label' | 'kind' | 'before' | 'after' | 'lasting'>,
): JournalEntry {
  const key = freshName()
  const kept = found.controls.flatMap((control, at) =>
    askModel(control, { verb: 'keep', key: keyOf({ key }, at) })?.done ? [at] : [],
  )
  return {
    ...told,
    key,
    states: found.controls.map(stateOf),
    kept,
    ...(found.opener && { opened: found.opener.checked }),
  }
}

/** What editors draw besides the words, and what the browser leaves behind when a style is emptied. */
const bare = (node: Node): Node => {
  const copy = node.cloneNode(true)
  const elements = copy instanceof Element ? [copy, ...copy.querySelectorAll('*')] : []
  for (const element of elements) {
    for (const name of ['style', 'class']) if (element.getAttribute(name) === '') element.removeAttribute(name)
  }
  return copy
}

const sameState = (one: State | undefined, other: State | undefined): boolean => {
  if (!one || !other) return false
  if ('nodes' in one && 'nodes' in other) {
    return (
      one.nodes.length === other.nodes.length &&
      one.nodes.every((node, at) => {
        const there = other.nodes[at]
        return there !== undefined && bare(node).isEqualNode(bare(there))
      })
    )
  }
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The write of an entry stands: the editors look at what it made of their state, for only that is taken back later. */
export function noteWrite({ controls, choices }: Found, entry: JournalEntry): void {
  const values = choices.filter(({ caption }) => entry.after.includes(caption)).map(({ control }) => control.value)
  for (const at of entry.kept) {
    const control = controls[at]
    if (control) askModel(control, { verb: 'note', key: keyOf(entry, at), words: [...entry.after, ...values] })
  }
}

/** Whether a field stands exactly as it was: the page's controls, and the editors' own models where they answer. */
export const restored = (found: Found, entry: JournalEntry): boolean => {
  const { states, kept, opened } = entry
  return (
    found.controls.every((control, at) => {
      const own = kept.includes(at) ? askModel(control, { verb: 'same', key: keyOf(entry, at) }) : null
      if (own?.done === false) return false
      // An editor draws the same model with other marks once the caret was in it.
      return (own?.done === true && 'nodes' in stateOf(control)) || sameState(stateOf(control), states[at])
    }) &&
    (opened === undefined || found.opener?.checked === opened)
  )
}

/** How many fills can be taken back, one after the other. */
const mostFills = 20

/** A new fill begins: the one before it waits behind it. */
export function beginFill(journal: Journal, { url, patient }: Pick<Journal, 'url' | 'patient'>): void {
  const earlier = journal.entries.length > 0 ? { ...journal } : journal.earlier
  let last: Journal | undefined = earlier
  for (let count = 1; last && count < mostFills; count++) last = last.earlier
  if (last) delete last.earlier
  Object.assign(journal, { url, patient, entries: [], earlier })
}

/** A fill was taken back: the next undo takes back the one before it, with what was left alone or failed this time. */
export function endUndo(journal: Journal): void {
  const { earlier, entries } = journal
  // On another page, or in another chart, nothing of it could be taken back.
  if (!earlier || earlier.url !== journal.url || JSON.stringify(earlier.patient) !== JSON.stringify(journal.patient))
    return
  Object.assign(journal, { ...earlier, entries: [...earlier.entries, ...entries], earlier: earlier.earlier })
}
