import { type Control, isInput, isSelect, isTextarea, isTicked } from '../controls/controls.ts'
import { announceChange, announceText, attempt, unpress } from '../controls/events.ts'
import { currentValue, sameValue } from '../controls/fields.ts'
import { askModel } from '../models/model.ts'
import { lastQuietMs, type Receipt, type RefusalReason } from '../shapes.ts'
import { chooseAgain } from './chosen-options.ts'
import { clearCombobox, combobox, emptyOption } from './custom-lists.ts'
import { openPageGuard, type PageAccess, type PageGuard, type Target, type TargetField } from './guard.ts'
import { endUndo, type Journal, type JournalEntry, keyOf, restored, type State } from './journal.ts'
import { isKnownEditor, press, selectAll } from './strategies.ts'
import type { FillStrategy } from './strategy.ts'

/** One way to restore a field. The ways are tried in order until the field is as before. */
type Way = (found: TargetField, entry: JournalEntry, forbidden: string) => void

/** Restores the state in the editors' own models, if the editors stored this state before the write. */
const byModel: Way = ({ controls }, entry) => {
  for (const at of entry.kept) {
    const control = controls[at]
    if (control) askModel(control, { verb: 'restore', key: keyOf(entry, at) })
  }
}

/** Types the old text again. Masked inputs react only to typing. */
const byTyping: Way = ({ control }, { states }) => {
  const [state, ...more] = states
  if (!state || !('text' in state) || more.length > 0) return
  selectAll(control)
  control.ownerDocument.execCommand(state.text === '' ? 'delete' : 'insertText', false, state.text)
  announceChange(control)
  control.blur()
}

/** Uses the page's own undo by sending Ctrl+Z. */
const byKeyboard: Way = ({ control }) => {
  control.focus({ preventScroll: true })
  const keys = { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true, bubbles: true, cancelable: true, composed: true }
  control.dispatchEvent(new KeyboardEvent('keydown', keys))
  control.blur()
}

function putBack(control: Control, state: State, dated: boolean, forbidden: string): void {
  if ('ticked' in state && isTicked(control)) {
    if (control.checked === state.ticked) return
    if (control.type === 'checkbox' || state.ticked) press(control, forbidden)
    // A click cannot clear a radio. If a framework or an editor stores the choice, `byModel` restores it later.
    // Otherwise `unpress` clears the radio.
    else if (!askModel(control, { verb: 'read' })) unpress(control)
  } else if ('chosen' in state && isSelect(control)) {
    if (!chooseAgain(control, state)) return
    control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    announceChange(control)
    control.dispatchEvent(new Event('chosen:updated', { bubbles: true }))
  } else if ('text' in state && (isInput(control) || isTextarea(control))) {
    if (control.value === state.text) return
    control.value = state.text
    announceText(control, state.text, dated)
  } else if ('nodes' in state) {
    control.replaceChildren(...state.nodes.map((node) => node.cloneNode(true)))
    announceText(control, '', false)
  } else if ('shown' in state && state.shown === '') clearCombobox(control)
}

const byControls: Way = ({ controls, format }, { states }, forbidden) => {
  controls.forEach((control, at) => {
    const state = states[at]
    if (state) putBack(control, state, format !== undefined, forbidden)
  })
}

/**
 * Chooses an option in the page's own list, by opening it like a user. Returns false if the field disappeared
 * meanwhile.
 */
async function byList(
  guard: PageGuard,
  { fieldId }: JournalEntry,
  strategy: FillStrategy,
  to: string[],
): Promise<boolean> {
  const target = guard.target(fieldId)
  if (typeof target === 'string') return false
  const wanted = { to, forbidden: guard.forbidden() }
  const prepared = strategy.prepare?.(target.found, wanted)
  if (prepared) await guard.until(prepared.ready, prepared.limitMs)
  const again = guard.target(fieldId)
  if (typeof again === 'string') return false
  attempt(() => strategy.write(again.found, wanted))
  await guard.rest(again.found, strategy.restMs)
  return true
}

/**
 * Restores a field exactly as it was before the fill. Tries several ways. Before each way, the page guard checks page
 * and patient again and searches for the field again. Returns false if the page did not keep the old state.
 */
export async function restoreField(guard: PageGuard, entry: JournalEntry): Promise<boolean> {
  let target = guard.target(entry.fieldId)
  if (typeof target === 'string') return false
  const [first] = entry.states
  const shown = first && 'shown' in first ? first.shown : undefined
  if (shown && !(await byList(guard, entry, combobox, [shown]))) return false
  const rich = target.found.kind === 'rich_text'
  // For a known editor, `byControls` is tried last, because it changes only the document. At the next key press, the
  // editor removes everything that its own model does not contain.
  const ways = isKnownEditor(target.found)
    ? [byModel, byKeyboard, byControls]
    : [byControls, byModel, byModel, ...(rich ? [] : [byTyping])]
  for (const way of ways) {
    target = guard.target(entry.fieldId)
    if (typeof target === 'string') return false
    if (restored(target.found, entry)) return true
    const { found } = target
    attempt(() => way(found, entry, guard.forbidden()))
    await guard.rest(found, rich ? 60 : 0)
  }
  target = guard.target(entry.fieldId)
  if (typeof target === 'string') return false
  if (shown === '' && !restored(target.found, entry)) {
    if (!(await byList(guard, entry, emptyOption, ['']))) return false
    target = guard.target(entry.fieldId)
    if (typeof target === 'string') return false
  }
  return typeof target !== 'string' && restored(target.found, entry)
}

/**
 * Undoes the last fill, starting with the last field. Each field is restored exactly, or its receipt says why not. A
 * field that was changed since the fill is not touched. A choice that the clinician confirmed as permanent stays if it
 * cannot be restored. As in a fill, the page guard checks page and patient before every write. Restored entries leave
 * the journal; the next undo applies to the previous fill.
 */
export async function undo(
  document: Document,
  journal: Journal,
  { confirmedPatient, ...access }: PageAccess & { confirmedPatient?: string | null },
): Promise<Receipt[]> {
  const { url, patient, encounter } = journal
  const guard = openPageGuard(document, { url, patient, encounter, confirmedPatient }, access)
  try {
    const receipts: { entry: JournalEntry; receipt: Receipt }[] = []
    for (const entry of [...journal.entries].reverse())
      receipts.unshift({ entry, receipt: await takeBack(guard, entry) })

    // The page may redraw the form a moment later and lose the restored values. So wait, then read each field again.
    if (receipts.some(({ receipt }) => receipt.outcome === 'written')) await guard.rest(null, lastQuietMs)
    for (const { entry, receipt } of receipts) {
      // A confirmed choice that could not be undone leaves the journal, so that the next undo does not try again.
      if (receipt.reason === 'irreversible') journal.entries.splice(journal.entries.indexOf(entry), 1)
      if (receipt.outcome !== 'written' && receipt.outcome !== 'unchanged') continue
      const target = guard.target(entry.fieldId)
      if (typeof target !== 'string' && restored(target.found, entry))
        journal.entries.splice(journal.entries.indexOf(entry), 1)
      else
        Object.assign(receipt, {
          outcome: 'failed',
          reason: 'rejected-by-page',
          after: valueNow(target),
        })
    }
    endUndo(journal)
    return receipts.map(({ receipt }) => receipt)
  } finally {
    guard.close()
  }
}

/** Returns the field's current value, or [] if the field cannot be read now. */
const valueNow = (target: Target | RefusalReason): string[] => (typeof target === 'string' ? [] : target.field.value)

async function takeBack(guard: PageGuard, entry: JournalEntry): Promise<Receipt> {
  const { fieldId, label, before, after } = entry
  const receiptFor = (outcome: Receipt['outcome'], stands: string[], reason?: Receipt['reason']): Receipt => ({
    fieldId,
    label,
    outcome,
    before: after,
    after: stands,
    strategy: 'undo',
    ...(reason && { reason }),
  })
  const target = guard.target(fieldId)
  if (typeof target === 'string') return receiptFor('refused', [], target)
  const stood = currentValue(target.found)
  if (restored(target.found, entry)) return receiptFor('unchanged', stood)
  // If the field was changed after the fill, undo must not overwrite it.
  if (!sameValue(stood, after)) return receiptFor('refused', stood, 'page-moved')
  if (await restoreField(guard, entry)) return receiptFor('written', before)
  const left = valueNow(guard.target(fieldId))
  if (entry.irreversible && sameValue(left, after)) return receiptFor('refused', left, 'irreversible')
  return receiptFor('failed', left, guard.halted() ?? 'rejected-by-page')
}
