import { currentValue, sameValue } from '../controls/fields.ts'
import { lastQuietMs, type Receipt, type RefusalReason } from '../shapes.ts'
import { effectReceipts, ownEffects, restoreEffects } from './effects.ts'
import { openPageGuard, type PageAccess, type PageGuard, type Target } from './guard.ts'
import { endUndo, type Journal, type JournalEntry, restored } from './journal.ts'
import type { Pin } from './pins.ts'
import { reads } from './reads.ts'
import { putBack, restoreField } from './restore.ts'
import { type Effect, sameState, stateOf } from './state.ts'

/** The fields of a page may change each other. So an undo runs in passes, at most this many. */
const mostPasses = 4

const pinsOf = ({ entries }: Journal): Map<string, Pin> =>
  new Map(
    entries.flatMap(({ fieldId, label, section, controls: [control] }): [string, Pin][] =>
      control ? [[fieldId, { control, label, section, isWritten: true }]] : [],
    ),
  )

/**
 * Undoes the last fill, starting with the last field, until the page is as before or a pass changes nothing. Also
 * restores what the page itself has changed because of the fill. Each field is restored exactly, or its receipt says why
 * not. A field that was changed since the fill is not touched. A choice that the clinician confirmed as permanent stays
 * if it cannot be restored. As in a fill, the page guard checks page and patient before every write. Restored entries
 * leave the journal; the next undo applies to the previous fill. With `only`, undoes this field alone, with what the
 * page has changed because of it, and with the fields that the page hides again.
 */
export async function undo(
  document: Document,
  journal: Journal,
  { confirmedPatient, ...access }: PageAccess & { confirmedPatient?: string | null },
  only?: JournalEntry,
): Promise<Receipt[]> {
  const { url, patient, encounter } = journal
  const guard = openPageGuard(document, { url, patient, encounter, confirmedPatient }, access, pinsOf(journal))
  const isMeant = ({ cause }: Effect): boolean => only === undefined || cause === only.fieldId
  const selectedEffects = journal.effects.filter(isMeant)
  const effects = ownEffects(selectedEffects)
  try {
    const entries = only ? [only] : journal.entries
    const steps = entries.map((entry): Step => ({ entry, receipt: null, stood: standing(guard, entry) }))
    const shownEntries = only ? journal.entries.filter((entry) => entry.revealed && isShownNow(guard, entry)) : []
    for (let pass = 0, isDone = true; isDone && pass < mostPasses; pass++) {
      isDone = await takeAllBack(guard, steps, pass)
      if (restoreEffects(guard, selectedEffects, effects)) isDone = true
      // The page may redraw the form a moment later and lose the restored values. So wait, then read each field again.
      if (isDone) await guard.rest(null, lastQuietMs)
    }
    const receipts = steps.map((step) => settle(guard, journal, step))
    const hiddenEntries = shownEntries.filter((entry) => entry !== only && !isShownNow(guard, entry))
    for (const entry of hiddenEntries) receipts.push(emptyHidden(guard, journal, entry))
    const missed = guard.isOpen() ? effectReceipts(selectedEffects) : []
    journal.effects = journal.effects.filter(
      (effect) => !isMeant(effect) || missed.some(({ fieldId }) => fieldId === effect.fieldId),
    )
    if (!only) endUndo(journal)
    return [...receipts, ...missed]
  } finally {
    guard.close()
  }
}

const isShownNow = (guard: PageGuard, { fieldId }: JournalEntry): boolean => typeof guard.target(fieldId) !== 'string'

/** Restores a field that the page has hidden again, because the page may still submit it. */
function emptyHidden(guard: PageGuard, journal: Journal, entry: JournalEntry): Receipt {
  const { controls, states } = entry
  const pairs = controls.flatMap((control, at) => {
    const state = states[at]
    return state && control.isConnected ? [{ control, state }] : []
  })
  if (guard.isOpen()) for (const { control, state } of pairs) putBack(control, state, false, guard.forbidden())
  if (!pairs.every(({ control, state }) => sameState(stateOf(control), state)))
    return receiptOf(entry, 'failed', [], 'rejected-by-page')
  journal.entries.splice(journal.entries.indexOf(entry), 1)
  return receiptOf(entry, 'written', entry.before)
}

interface Step {
  entry: JournalEntry
  receipt: Receipt | null
  stood: Target | RefusalReason
}

const standing = (guard: PageGuard, { fieldId }: JournalEntry): Target | RefusalReason => guard.target(fieldId)

const isAsBefore = (guard: PageGuard, entry: JournalEntry): boolean => {
  const target = guard.target(entry.fieldId)
  return typeof target !== 'string' && restored(target.found, entry)
}

async function takeAllBack(guard: PageGuard, steps: Step[], pass: number): Promise<boolean> {
  let isDone = false
  for (const step of [...steps].reverse()) {
    const isOver = step.receipt !== null && (step.receipt.outcome === 'refused' || isAsBefore(guard, step.entry))
    if (isOver) continue
    const receipt = await takeBack(guard, step, pass)
    if (receipt.outcome === 'written' || pass === 0) step.receipt = receipt
    if (receipt.outcome === 'written') isDone = true
  }
  return isDone
}

function settle(guard: PageGuard, journal: Journal, { entry, receipt }: Step): Receipt {
  const result = receipt ?? receiptOf(entry, 'failed', [], 'rejected-by-page')
  // A confirmed choice that could not be undone leaves the journal, so that the next undo does not try again.
  if (result.reason === 'irreversible') journal.entries.splice(journal.entries.indexOf(entry), 1)
  if (result.outcome === 'refused') return result
  const target = guard.target(entry.fieldId)
  if (typeof target !== 'string' && restored(target.found, entry)) {
    journal.entries.splice(journal.entries.indexOf(entry), 1)
    if (result.outcome === 'failed') return receiptOf(entry, 'written', entry.before)
    return result
  }
  if (result.outcome === 'failed') return result
  // The undo of its question has hidden or locked the field again, as it was before the fill.
  if (entry.revealed && (target === 'not-found' || target === 'read-only')) {
    journal.entries.splice(journal.entries.indexOf(entry), 1)
    return result
  }
  return { ...result, outcome: 'failed', reason: 'rejected-by-page', after: valueNow(target) }
}

const receiptOf = (
  { fieldId, label, after: newValue }: JournalEntry,
  outcome: Receipt['outcome'],
  stands: string[],
  reason?: Receipt['reason'],
): Receipt => ({
  fieldId,
  label,
  outcome,
  before: newValue,
  after: stands,
  strategy: 'undo',
  ...(reason && { reason }),
})

const valueNow = (target: Target | RefusalReason): string[] => (typeof target === 'string' ? [] : target.field.value)

async function takeBack(guard: PageGuard, { entry, stood }: Step, pass: number): Promise<Receipt> {
  const { fieldId, before: oldValue, after: newValue } = entry
  const target = guard.target(fieldId)
  if (typeof target === 'string') return receiptOf(entry, 'refused', [], target)
  if (restored(target.found, entry)) return receiptOf(entry, 'unchanged', currentValue(target.found))
  // If the field was changed after the fill, undo must not overwrite it. The undo of another field may also have
  // changed a choice.
  const isChoice = target.found.choices.length > 0
  const value = typeof stood === 'string' || !isChoice ? currentValue(target.found) : stood.field.value
  const isOurs = sameValue(value, newValue) || (!isChoice && reads(target.found, newValue, entry).same)
  if (pass === 0 && !isOurs) return receiptOf(entry, 'refused', value, 'page-moved')
  if (await restoreField(guard, entry)) return receiptOf(entry, 'written', oldValue)
  const presentValue = valueNow(guard.target(fieldId))
  if (entry.irreversible && sameValue(presentValue, newValue))
    return receiptOf(entry, 'refused', presentValue, 'irreversible')
  return receiptOf(entry, 'failed', presentValue, guard.halted() ?? 'rejected-by-page')
}
