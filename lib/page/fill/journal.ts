import { boxValue, type Control, isSelect } from '../controls/controls.ts'
import type { ScannedField } from '../controls/fields.ts'
import { type Half, halvesOf, isUnchanged } from '../controls/halves.ts'
import { askModel } from '../models/model.ts'
import { localName } from '../natives.ts'
import type { ControlKind, FillPlan, Question } from '../shapes.ts'
import { drawnWords } from './drawn-selects.ts'
import { type Effect, type State, sameState, stateOf } from './state.ts'

export interface JournalEntry extends Question {
  fieldId: string
  kind: ControlKind
  /** The controls of the field at the time of the write. A field is its controls; its id may change meanwhile. */
  controls: Control[]
  halves: Half[]
  drawn: string | null
  states: State[]
  /** Indexes of the controls whose editor has also stored its own state, under the key `keyOf(entry, index)`. */
  kept: number[]
  key: string
  before: string[]
  after: string[]
  wanted?: string[]
  /** True if the page showed or enabled the field only because the fill had written another one. */
  revealed?: true
  irreversible?: true
}

export interface Journal extends Pick<FillPlan, 'url' | 'patient' | 'encounter'> {
  /**
   * Identifies the fill; '' before the first fill. The nonce of the plan cannot identify it, because two plans of the
   * same page can have the same nonce.
   */
  id: string
  entries: JournalEntry[]
  /** What the page itself has changed in other fields because of the fill. */
  effects: Effect[]
  earlier?: Journal | undefined
}

const freshName = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

export const keyOf = ({ key }: Pick<JournalEntry, 'key'>, at: number): string => `${key}.${at}`

const drawnOf = ({ controls: [control] }: Pick<ScannedField, 'controls'>): string | null =>
  control && isSelect(control) ? drawnWords(control) : null

/**
 * Returns the journal entry of a field, with the present state of its controls. Also asks the editors behind the
 * controls to store their state. Call this function before the first write to the field.
 */
export function entryOf(
  scannedField: ScannedField,
  write: Pick<
    JournalEntry,
    'fieldId' | 'label' | 'section' | 'kind' | 'before' | 'after' | 'irreversible' | 'revealed'
  >,
): JournalEntry {
  const key = freshName()
  const storedIndexes = scannedField.controls.flatMap((control, at) =>
    askModel(control, { verb: 'keep', key: keyOf({ key }, at) })?.done ? [at] : [],
  )
  return {
    ...write,
    key,
    controls: scannedField.controls,
    halves: halvesOf(scannedField),
    drawn: drawnOf(scannedField),
    states: scannedField.controls.map(stateOf),
    kept: storedIndexes,
  }
}

/**
 * Tells the editors that the page has kept the write of an entry. The editors compare their present state with the
 * state that they stored, so that undo reverts only what this write changed.
 */
export function noteWrite({ controls, choices }: ScannedField, entry: JournalEntry): void {
  const values = choices
    .filter(({ caption }) => entry.after.includes(caption))
    .map(({ control }) => (localName(control) === 'option' ? (control as HTMLOptionElement).value : boxValue(control)))
  const words = [...new Set([...entry.after, ...(entry.wanted ?? []), ...values])]
  for (const at of entry.kept) {
    const control = controls[at]
    if (control) askModel(control, { verb: 'note', key: keyOf(entry, at), words })
  }
}

/**
 * Returns the old text of a control whose model was not known before the write, if the model does not hold this text.
 * Otherwise returns undefined.
 */
export function lateText(control: Control, { kept: storedIndexes, states: [state] }: JournalEntry): string | undefined {
  if (storedIndexes.length > 0 || !state || !('text' in state)) return undefined
  const modelText = askModel(control, { verb: 'read' })?.text
  return modelText === undefined || modelText === state.text ? undefined : state.text
}

/**
 * Returns true if the field is exactly as it was before the fill. If the editor of a control has
 * stored its state and still answers, the editor's model must be as before. The state of every control must be as
 * before, too, except the nodes of an editor whose model is as before.
 */
export const restored = (scannedField: ScannedField, entry: JournalEntry): boolean => {
  const { states, kept: storedIndexes, halves, drawn: widgetText } = entry
  if (widgetText !== null && drawnOf(scannedField) !== widgetText) return false
  const [control] = scannedField.controls
  if (control && lateText(control, entry) !== undefined) return false
  return (
    halves.every(isUnchanged) &&
    scannedField.controls.every((control, at) => {
      const modelAnswer = storedIndexes.includes(at) ? askModel(control, { verb: 'same', key: keyOf(entry, at) }) : null
      if (modelAnswer?.done === false) return false
      // An editor that once had the caret may render the same model with other markup. So if the editor says that its
      // model is the same, the nodes are not compared.
      return (modelAnswer?.done === true && 'nodes' in stateOf(control)) || sameState(stateOf(control), states[at])
    })
  )
}

const mostFills = 20

export function beginFill(
  journal: Journal,
  { url, patient, encounter }: Pick<Journal, 'url' | 'patient' | 'encounter'>,
): void {
  const earlier = journal.entries.length > 0 ? { ...journal } : journal.earlier
  // Keeps at most `mostFills` fills. `count` starts at 2, because the new fill is the first one and `earlier` is the
  // second one.
  let fill: Journal | undefined = earlier
  for (let count = 2; fill && count < mostFills; count++) fill = fill.earlier
  if (fill) delete fill.earlier
  Object.assign(journal, { id: freshName(), url, patient, encounter, entries: [], effects: [], earlier })
}

/**
 * Ends an undo. If the earlier fill wrote into the same page, patient and visit, the next undo applies to the earlier
 * fill, and also to the entries that could not be undone this time. Otherwise the journal stays unchanged.
 */
export function endUndo(journal: Journal): void {
  const { earlier, entries, effects } = journal
  const whereOf = ({ url, patient, encounter }: Journal): string => JSON.stringify([url, patient, encounter])
  // If the earlier fill wrote into another page, patient or visit than the fill that was just undone, undo cannot
  // continue with the earlier fill.
  if (!earlier || whereOf(earlier) !== whereOf(journal)) return
  Object.assign(journal, {
    ...earlier,
    entries: [...earlier.entries, ...entries],
    effects: [...earlier.effects, ...effects],
    earlier: earlier.earlier,
  })
}
