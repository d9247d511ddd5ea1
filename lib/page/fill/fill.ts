import { type Control, isInput, isReadOnlyText, isTextarea, noteOpened } from '../controls/controls.ts'
import { announceFocus, attempt } from '../controls/events.ts'
import { sameValue } from '../controls/fields.ts'
import { askModel } from '../models/model.ts'
import { planFill } from '../plan/plan.ts'
import type { Scan } from '../scan/scan.ts'
import {
  type FillPlan,
  lastQuietMs,
  type PlannedWrite,
  type Receipt,
  type Refusal,
  type RefusalReason,
} from '../shapes.ts'
import { watchEffects } from './effects.ts'
import { openPageGuard, type PageAccess, type PageGuard } from './guard.ts'
import { visit } from './hand.ts'
import { beginFill, type Journal } from './journal.ts'
import { isSameQuestion } from './pins.ts'
import { reads } from './reads.ts'
import { entryIn, giveUp, noteKept, writeField } from './write-field.ts'

export interface FillOptions extends PageAccess {
  nonce: string
  confirmedPatient?: string | null
  journal: Journal
}

const refusalReceipt = (write: PlannedWrite | Refusal, reason: RefusalReason): Receipt => {
  const oldValue = 'from' in write ? write.from : []
  return { fieldId: write.fieldId, label: write.label, outcome: 'refused', reason, before: oldValue, after: oldValue }
}

interface Slot {
  write: PlannedWrite | null
  refusal: Refusal | null
  receipt: Receipt
}

/** Fields may show and enable each other. So a fill runs in passes, at most this many. */
const mostPasses = 4

const isLate = ({ receipt: { outcome, reason } }: Slot): boolean =>
  outcome === 'refused' && (reason === 'not-found' || reason === 'read-only')

/**
 * Writes a plan into the page and returns one receipt for each write and refusal, in the plan's order (product 11.4).
 * Fields that the page shows or enables because of a write are read and written in the same fill. Before every write
 * and after every wait, the fill checks that the page shows the address, the patient and the visit of the plan, and a
 * form that is not signed. If not, nothing more is written. Errors of the page's own code are not thrown.
 */
export async function fill(document: Document, plan: FillPlan, options: FillOptions): Promise<Receipt[]> {
  const { nonce, confirmedPatient, journal } = options
  const refusals = plan.refusals.map((refusal) => refusalReceipt(refusal, refusal.reason))
  if (nonce === '' || nonce !== plan.nonce)
    return [...plan.writes.map((write) => refusalReceipt(write, 'page-moved')), ...refusals]

  const previousJournal = { ...journal, earlier: journal.earlier }
  beginFill(journal, plan)
  const { url, patient, encounter } = plan
  const pins = new Map(plan.writes.map(({ fieldId, label, section }) => [fieldId, { label, section }]))
  const guard = openPageGuard(document, { url, patient, encounter, confirmedPatient }, options, pins)
  const start = guard.scan()
  const effects = watchEffects(document, start)
  const slots: Slot[] = [
    ...plan.writes.map((write) => ({
      write,
      refusal: null,
      receipt: refusalReceipt(write, offersOthers(start, write) ? 'other-question' : 'not-found'),
    })),
    ...plan.refusals.map((refusal) => ({ write: null, refusal, receipt: refusalReceipt(refusal, refusal.reason) })),
  ]
  try {
    const isOpened = await openByFocus(guard, start, slots)
    for (let pass = 0, isDone = true; isDone && pass < mostPasses; pass++) {
      if (pass > 0 || isOpened) replan(guard, start, slots)
      isDone = false
      for (const slot of slots) {
        if (!slot.write || !isLate(slot)) continue
        slot.receipt = await writeField(guard, slot.write, journal, start)
        effects.attribute(slot.write.fieldId)
        if (slot.receipt.outcome === 'written') isDone = true
      }
      if (!slots.some(isLate)) break
    }
    const writtenSlots = () =>
      slots.filter((slot): slot is WriteSlot => slot.write !== null && slot.receipt.outcome === 'written')
    for (const { write } of writtenSlots()) visitAgain(guard, write.fieldId)
    // If the page has redrawn the form and lost a value, the first call writes the value again. Then the second call
    // checks that the value stays.
    if ((await readAgain(guard, writtenSlots(), journal, start, true)) > 0) {
      for (const { write } of writtenSlots()) visitAgain(guard, write.fieldId)
      await readAgain(guard, writtenSlots(), journal, start, false)
    }
    return slots.map(({ receipt }) => receipt)
  } finally {
    if (guard.isOpen()) effects.record(journal)
    effects.close()
    guard.close()
    // If nothing was written, undo must still apply to the previous fill.
    if (journal.entries.length === 0) Object.assign(journal, previousJournal)
  }
}

/** Returns true if an option that the plan has read is gone. Later, the options may change because of the fill itself. */
function offersOthers(start: Scan | null, write: PlannedWrite): boolean {
  const fields = start?.fields.map(({ field }) => field) ?? []
  const field = fields.find(({ id }) => id === write.fieldId) ?? fields.find((each) => isSameQuestion(each, write))
  const offers = field?.options ?? []
  return offers.length > 0 && write.options.some((option) => !offers.includes(option))
}

/** How long a page may take to make an input editable after it got the focus, in milliseconds. */
const openedMs = 60

/** Focuses the read-only inputs of a plan, because some pages make them editable only then. True: one is editable. */
async function openByFocus(guard: PageGuard, start: Scan | null, slots: Slot[]): Promise<boolean> {
  const ids = new Set(slots.flatMap(({ refusal }) => (refusal?.reason === 'read-only' ? [refusal.fieldId] : [])))
  let isOpened = false
  for (const { field, found: scannedField } of start?.fields ?? [])
    for (const control of ids.has(field.id) ? scannedField.controls.filter(isReadOnlyText) : []) {
      if (!guard.isOpen()) return isOpened
      attempt(() => {
        control.focus({ preventScroll: true })
        announceFocus(control)
      })
      await guard.until(() => !control.readOnly, openedMs)
      if (!control.readOnly) {
        noteOpened(control)
        isOpened = true
      }
      attempt(() => control.blur())
    }
  return isOpened
}

type WriteSlot = Slot & { write: PlannedWrite }

/**
 * Plans the values again whose field was missing or locked, with the fields that the page has shown or enabled since. A
 * field with words of its own stays as it is, because the clinician has not decided about it.
 */
function replan(guard: PageGuard, start: Scan | null, slots: Slot[]): void {
  const newScan = guard.scan(true)
  const late = slots.filter((slot) => slot.write === null && isLate(slot))
  if (!newScan || late.length === 0) return
  const oldLocks = new Map(
    start?.fields.map(({ field, found: scannedField }) => [scannedField.controls[0], field.locked]),
  )
  const fields = newScan.fields
    .filter(
      ({ field, found: { controls } }) => !field.locked && (!oldLocks.has(controls[0]) || oldLocks.get(controls[0])),
    )
    .map(({ field }) => field)
  if (fields.length === 0) return
  const reading = {
    source: newScan.adapter.source,
    nonce: '',
    url: newScan.address,
    patient: newScan.patient,
    form: null,
    fields,
  }
  for (const slot of late) {
    const { fieldId, label, to = [] } = slot.refusal ?? { fieldId: '', label: '' }
    const [write] = planFill(reading, [{ label, value: to, ...(fieldId && { fieldId }) }]).writes
    if (!write || write.occupied) continue
    guard.pins.add(write)
    slot.write = write
  }
}

/**
 * Visits a written text input again, as a user who passes it with the Tab key: some widgets drop at a second visit what
 * their model does not hold. A widget whose model was read needs no visit.
 */
function visitAgain(guard: PageGuard, fieldId: string): void {
  const target = guard.target(fieldId)
  if (typeof target === 'string') return
  const { control } = target.found
  if (!isTyped(control)) return
  if (askModel(control, { verb: 'read' })?.text !== undefined) return
  attempt(() => visit(control))
}

const isTyped = (control: Control): boolean => isTextarea(control) || (isInput(control) && !untyped.has(control.type))

const untyped = new Set(['radio', 'checkbox', 'date', 'time', 'datetime-local', 'month', 'week', 'range', 'color'])

async function readAgain(
  guard: PageGuard,
  slots: WriteSlot[],
  journal: Journal,
  start: Scan | null,
  mayWrite: boolean,
): Promise<number> {
  if (slots.length === 0) return 0
  await guard.rest(null, lastQuietMs)
  let losses = 0
  for (const slot of slots) {
    const { write, receipt } = slot
    const failureReceipt = (reason: RefusalReason | 'rejected-by-page', newValue: string[]): Receipt => ({
      ...receipt,
      outcome: 'failed',
      reason,
      after: newValue,
    })
    const target = guard.target(write.fieldId)
    if (typeof target === 'string') {
      slot.receipt = failureReceipt(target === 'other-question' ? target : (guard.halted() ?? 'rejected-by-page'), [])
      continue
    }
    const { value, same: isSame } = reads(target.found, write.to, entryIn(journal, write.fieldId), receipt.strategy)
    const isDropped = isTyped(target.found.control) && askModel(target.found.control, { verb: 'empty' })?.done === true
    if (isSame && !isDropped) {
      receipt.after = value
      noteKept(journal, write.fieldId, target.found, value)
    } else if (mayWrite && sameValue(target.field.value, write.from)) {
      losses++
      slot.receipt = await writeField(guard, write, journal, start, receipt.strategy)
    } else {
      slot.receipt = failureReceipt('rejected-by-page', isDropped ? [] : value)
      // The page holds no value. It may still show the text, or have changed something else with it.
      if (isDropped || sameValue(target.field.value, write.from))
        slot.receipt = await giveUp(guard, write.fieldId, journal, (outcome, details) => ({
          ...receipt,
          outcome,
          ...details,
        }))
    }
  }
  return losses
}
