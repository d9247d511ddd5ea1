import {
  boxType,
  type Control,
  isChecked,
  isDrawnBox,
  isInput,
  isReadOnly,
  isSelect,
  isTextarea,
  isTicked,
} from '../controls/controls.ts'
import { announceChange, announceText, attempt, unpress } from '../controls/events.ts'
import { restoreHalves } from '../controls/halves.ts'
import { askModel } from '../models/model.ts'
import { attributeNames } from '../natives.ts'
import { chooseAgain } from './chosen-options.ts'
import { clearCombobox, combobox, isOfSeveral, maySuggest, suggestion } from './custom-lists.ts'
import { canPick, pickDrawn } from './drawn-selects.ts'
import type { PageGuard, TargetField } from './guard.ts'
import { press, pressKey, selectAll, setText } from './hand.ts'
import { type JournalEntry, keyOf, lateText, restored } from './journal.ts'
import type { State, TickedState } from './state.ts'
import { isKnownEditor } from './strategies.ts'
import { apply, type FillStrategy } from './strategy.ts'

const settledMs = 60

type Way = (found: TargetField, entry: JournalEntry, forbidden: string) => void

const byModel: Way = ({ controls }, entry) => {
  for (const at of entry.kept) {
    const control = controls[at]
    if (control) askModel(control, { verb: 'restore', key: keyOf(entry, at) })
  }
}

const byLateModel: Way = ({ control }, entry) => {
  const text = lateText(control, entry)
  if (text !== undefined) askModel(control, { verb: 'write', text })
}

const byTyping: Way = ({ control }, { states }) => {
  const [state, ...others] = states
  if (!state || !('text' in state) || state.text === undefined || others.length > 0) return
  selectAll(control)
  control.ownerDocument.execCommand(state.text === '' ? 'delete' : 'insertText', false, state.text)
  announceChange(control)
  control.blur()
}

const byKeyboard: Way = ({ control }) => {
  control.focus({ preventScroll: true })
  const keys = { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true, bubbles: true, cancelable: true, composed: true }
  control.dispatchEvent(new KeyboardEvent('keydown', keys))
  control.blur()
}

/**
 * Presses a drawn box until it is as before. A press clears no radio button, so its attributes are set again, unless a
 * framework renders them.
 */
function putBackDrawn(control: HTMLElement, { ticked, look }: TickedState, forbidden: string): void {
  if (boxType(control) === 'checkbox' || ticked) {
    press(control, forbidden)
    return
  }
  if (!look || askModel(control, { verb: 'read' })) return
  for (const name of attributeNames(control)) if (!look.some(([each]) => each === name)) control.removeAttribute(name)
  for (const [name, value] of look) control.setAttribute(name, value)
  announceChange(control)
}

export function putBack(control: Control, state: State, dated: boolean, forbidden: string): void {
  if ('ticked' in state && isTicked(control)) {
    if (isChecked(control) === state.ticked) return
    if (isDrawnBox(control)) putBackDrawn(control, state, forbidden)
    else if (boxType(control) === 'checkbox' || state.ticked) {
      if (isChecked(control) !== (state.ticked === true)) press(control, forbidden)
      if (state.ticked === null) (control as HTMLInputElement).indeterminate = true
    }
    // A click cannot clear a radio. If a framework or an editor stores the choice, `byModel` restores it later.
    // Otherwise `unpress` clears the radio.
    else if (!askModel(control, { verb: 'read' })) unpress(control as HTMLInputElement)
  } else if ('chosen' in state && isSelect(control)) {
    if (!chooseAgain(control, state)) return
    control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    announceChange(control)
    control.dispatchEvent(new Event('chosen:updated', { bubbles: true }))
  } else if ('text' in state && state.text !== undefined && (isInput(control) || isTextarea(control))) {
    if (control.value === state.text) return
    // A combobox without a choice is cleared by a key, because its list may know more than its text.
    if ('shown' in state && state.shown.length === 0) clearCombobox(control)
    if (control.value === state.text) return
    setText(control, state.text)
    announceText(control, state.text, dated)
  } else if ('nodes' in state) {
    control.replaceChildren(...state.nodes.map((node) => node.cloneNode(true)))
    announceText(control, '', false)
  } else if ('shown' in state && state.shown.length === 0) clearCombobox(control)
}

const byControls: Way = ({ controls, format }, { states }, forbidden) => {
  const isCleared = (state: State | undefined): boolean => state !== undefined && 'ticked' in state && !state.ticked
  for (const clears of [true, false])
    controls.forEach((control, at) => {
      const state = states[at]
      if (state && isCleared(state) === clears) putBack(control, state, format !== undefined, forbidden)
    })
}

const byKeys: Way = ({ controls }, { states }) => {
  for (const [at, control] of controls.entries()) {
    const state = states[at]
    if (!state || !('ticked' in state) || !isDrawnBox(control) || isReadOnly(control)) continue
    if (isChecked(control) !== state.ticked && (boxType(control) === 'checkbox' || state.ticked)) pressKey(control)
  }
}

const byHalves: Way = (_found, { halves, kept: storedIndexes }) => {
  if (storedIndexes.length === 0) restoreHalves(halves)
}

async function byList(
  guard: PageGuard,
  { fieldId }: JournalEntry,
  strategy: FillStrategy,
  to: string[],
): Promise<boolean> {
  const { target } = await apply(guard, strategy, fieldId, { to })
  if (typeof target === 'string') return false
  await guard.rest(target.found, strategy.restMs)
  return true
}

async function byWidget(guard: PageGuard, entry: JournalEntry, { control }: TargetField): Promise<boolean> {
  const [state] = entry.states
  if (!isSelect(control) || !state || !('chosen' in state) || !canPick(control)) return true
  const [mark] = state.chosen.length > 0 ? state.chosen : state.blank
  return !mark || byList(guard, entry, pickDrawn, [mark.text])
}

export async function restoreField(guard: PageGuard, entry: JournalEntry): Promise<boolean> {
  let target = guard.target(entry.fieldId)
  if (typeof target === 'string') return false
  const [first] = entry.states
  const shown = first && 'shown' in first ? first.shown : undefined
  const isListed = shown && (shown.length > 0 || isOfSeveral(target.found))
  if (isListed && !restored(target.found, entry) && !(await byList(guard, entry, combobox, shown))) return false
  const rich = target.found.kind === 'rich_text'
  // A widget may read its own old text in another way than it has written it, for example a date.
  const isModelFirst = isInput(target.found.control) && !isTicked(target.found.control)
  const extraWays = isDrawnBox(target.found.control)
    ? [byKeys, byControls]
    : target.found.choices.length > 1
      ? [byControls]
      : []
  // For a known editor, `byControls` is tried last, because it changes only the document. At the next key press, the
  // editor removes everything that its own model does not contain.
  const ways = isKnownEditor(target.found)
    ? [byModel, byKeyboard, byControls]
    : [
        ...(isModelFirst ? [byModel] : []),
        byControls,
        byHalves,
        ...extraWays,
        byModel,
        byModel,
        byLateModel,
        ...(rich ? [] : [byTyping]),
      ]
  for (const way of ways) {
    target = guard.target(entry.fieldId)
    if (typeof target === 'string') return false
    if (restored(target.found, entry)) return true
    const { found: scannedField } = target
    attempt(() => way(scannedField, entry, guard.forbidden()))
    const waits = rich || scannedField.choices.length > 0 || isDrawnBox(scannedField.control) || entry.kept.length > 0
    await guard.rest(scannedField, waits ? settledMs : 0)
  }
  target = guard.target(entry.fieldId)
  if (typeof target === 'string') return false
  if (entry.drawn !== null && !restored(target.found, entry) && !(await byWidget(guard, entry, target.found)))
    return false
  // A page that takes only what it has suggested has not taken the old text.
  const text = first && 'text' in first ? first.text : undefined
  if (text && maySuggest(target.found) && !restored(target.found, entry)) {
    if (!(await byList(guard, entry, suggestion, [text]))) return false
    target = guard.target(entry.fieldId)
    if (typeof target === 'string') return false
  }
  if (shown?.length === 0 && !restored(target.found, entry)) {
    if (!(await byList(guard, entry, combobox, []))) return false
    target = guard.target(entry.fieldId)
    if (typeof target === 'string') return false
  }
  return typeof target !== 'string' && restored(target.found, entry)
}
