import { isSelect } from '../controls/controls.ts'
import { currentValue, type ScannedField, sameValue } from '../controls/fields.ts'
import { drawnFor } from '../controls/lists.ts'
import { isClosed, isIrreversible, type Scan } from '../scan/scan.ts'
import type { ControlKind, PlannedWrite, Receipt, RefusalReason } from '../shapes.ts'
import type { PageGuard, Target, TargetField } from './guard.ts'
import { entryOf, type Journal, type JournalEntry, noteWrite } from './journal.ts'
import { inPickerFormat } from './picker-dates.ts'
import { reads } from './reads.ts'
import { restoreField } from './restore.ts'
import { strategiesFor } from './strategies.ts'
import { apply } from './strategy.ts'

const outlinedMs = 8000

/**
 * Scrolls to a field that the clinician must fill by hand, and outlines it for 8 s. The outline is an animation, so the
 * `style` attribute of the element does not change.
 */
export function pointOut({ controls }: ScannedField): void {
  const [control] = controls
  const widget = control && isSelect(control) ? drawnFor(control) : null
  const anchor = control?.localName === 'body' ? control.ownerDocument.defaultView?.frameElement : (widget ?? control)
  if (!anchor) return
  anchor.scrollIntoView({ block: 'center', behavior: 'instant' })
  const outline = { outline: '3px solid #d6336c', outlineOffset: '2px' }
  anchor.animate([outline, outline], { duration: outlinedMs })
}

const choiceKinds: ReadonlySet<ControlKind> = new Set(['single_choice', 'multiple_choice', 'boolean'])
const hasOptions = ({ found: { control, choices, parts } }: Target, to: string[]): boolean =>
  parts !== undefined ||
  (choices.length === 0 && !isSelect(control)) ||
  to.every((each) => choices.some(({ caption }) => caption === each))

const appearLimitMs = 1500

export async function writeField(
  guard: PageGuard,
  write: PlannedWrite,
  journal: Journal,
  start: Scan | null,
  /**
   * If the page has removed the written value shortly after the write: the name of the strategy that wrote it. This
   * strategy is then tried last.
   */
  lostBy?: string,
): Promise<Receipt> {
  const { fieldId, label, section, kind, from, to, openedBy } = write
  const receiptFor = (outcome: Receipt['outcome'], details: Partial<Receipt> = {}): Receipt => ({
    fieldId,
    label,
    outcome,
    before: from,
    after: from,
    ...details,
  })

  let target: Target | RefusalReason = guard.target(fieldId)
  if (choiceKinds.has(kind) || openedBy !== undefined) {
    // The page may load the options of a question only after the fill has written another field. The page may also need
    // a moment to show a field after its check box is ticked.
    const isThere = (): boolean => {
      target = guard.target(fieldId)
      return typeof target === 'string' ? target !== 'not-found' : hasOptions(target, to)
    }
    await guard.until(isThere, appearLimitMs)
  }
  if (typeof target === 'string') return receiptFor('refused', { reason: target })
  if (!hasOptions(target, to)) return receiptFor('refused', { reason: 'no-such-option' })
  const stood = currentValue(target.found)
  if (reads(target.found, to).same) return receiptFor('unchanged', { before: stood, after: stood })
  // If the field was changed after the clinician saw the plan, the clinician's approval no longer applies.
  if (!sameValue(target.field.value, from)) return receiptFor('refused', { reason: 'page-moved' })
  const forGood = write.irreversible === 'confirmed'
  if (write.irreversible === 'held-back' || (!forGood && isIrreversible(target.found)))
    return receiptFor('refused', { reason: 'irreversible' })

  const irreversible = forGood ? ({ irreversible: true } as const) : {}
  // If the page hides the field until its check box is ticked, refuse the value. The tick is an answer of its own, so
  // the fill must not tick the check box only because there is a value for the field (product 11.3).
  if (isClosed(target.found)) return receiptFor('refused', { reason: 'box-not-ticked' })
  const { control } = target.found
  const isNew =
    start !== null &&
    !start.fields.some(({ field, found: scannedField }) => !field.locked && scannedField.controls.includes(control))
  if (!entryIn(journal, fieldId))
    journal.entries.push(
      entryOf(target.found, {
        fieldId,
        label,
        section,
        kind,
        before: stood,
        after: to,
        ...irreversible,
        ...(isNew && { revealed: true }),
      }),
    )

  guard.pins.noteWrite(fieldId)
  const pickerValue = inPickerFormat(target.found, write)
  if (pickerValue === null) return giveUp(guard, fieldId, journal, receiptFor, 'day-or-month')
  const entry = entryIn(journal, fieldId)
  if (entry) entry.wanted = pickerValue
  const strategies = strategiesFor(target.found, pickerValue)
  const ordered = [
    ...strategies.filter(({ name }) => name !== lostBy),
    ...strategies.filter(({ name }) => name === lostBy),
  ]
  for (const strategy of ordered) {
    const result = await apply(guard, strategy, fieldId, { to: pickerValue, before: entry?.states[0] })
    target = result.target
    if (typeof target === 'string') {
      // The page has removed the field before anything was written.
      if (strategy === ordered[0] && !control.isConnected)
        journal.entries.splice(
          journal.entries.findIndex((each) => each.fieldId === fieldId),
          1,
        )
      return receiptFor('failed', { reason: target, after: [] })
    }
    if (!result.isOffered) continue
    for (const wait of [guard.breathe, guard.rest]) {
      await wait(target.found, strategy.restMs)
      target = guard.target(fieldId)
      if (typeof target === 'string') return receiptFor('failed', { reason: target, after: [] })
      const { value, same: isSame } = reads(target.found, pickerValue, entry, strategy.name)
      if (!isSame) continue
      noteKept(journal, fieldId, target.found, value)
      return receiptFor('written', { after: value, strategy: strategy.name, ...irreversible })
    }
  }
  return giveUp(guard, fieldId, journal, receiptFor)
}

export const entryIn = ({ entries }: Journal, fieldId: string): JournalEntry | undefined =>
  entries.find((entry) => entry.fieldId === fieldId)

/** Stores the value as the page shows it, because undo compares the field with this value. */
export function noteKept(journal: Journal, fieldId: string, target: TargetField, value: string[]): void {
  const entry = entryIn(journal, fieldId)
  if (!entry) return
  entry.after = value
  noteWrite(target, entry)
}

/**
 * Called if no strategy worked. Restores the old state and outlines the field, so that the clinician can write it by
 * hand.
 */
export async function giveUp(
  guard: PageGuard,
  fieldId: string,
  journal: Journal,
  receiptFor: (outcome: Receipt['outcome'], more: Partial<Receipt>) => Receipt,
  why?: RefusalReason,
): Promise<Receipt> {
  const at = journal.entries.findIndex((entry) => entry.fieldId === fieldId)
  const entry = journal.entries[at]
  const failure = guard.target(fieldId)
  if (entry && typeof failure !== 'string') noteWrite(failure.found, entry)
  if (entry && (await restoreField(guard, entry))) journal.entries.splice(at, 1)
  const target = guard.target(fieldId)
  if (typeof target === 'string') return receiptFor('failed', { reason: target, after: [] })
  pointOut(target.found)
  const reason = why ?? (entry && entry.halves.length > 0 ? 'no-such-option' : 'rejected-by-page')
  return receiptFor('failed', { reason, after: currentValue(target.found) })
}
