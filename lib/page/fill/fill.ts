import { drawnFor, isCombobox, isSelect } from '../controls/controls.ts'
import { attempt } from '../controls/events.ts'
import { currentValue, type ScannedField, sameValue } from '../controls/fields.ts'
import { askModel } from '../models/model.ts'
import { isClosed, isIrreversible } from '../scan/scan.ts'
import {
  type ControlKind,
  type FillPlan,
  lastQuietMs,
  type PlannedWrite,
  type Receipt,
  type Refusal,
  type RefusalReason,
} from '../shapes.ts'
import { fold } from '../words.ts'
import { openPageGuard, type PageAccess, type PageGuard, type TargetField } from './guard.ts'
import { beginFill, entryOf, type Journal, noteWrite } from './journal.ts'
import { strategiesFor } from './strategies.ts'
import { restoreField } from './undo.ts'

const outlinedMs = 8000

/**
 * Scrolls to a field that the clinician must fill by hand, and outlines it for 8 s. The outline is an animation, so the
 * `style` attribute of the element does not change.
 */
export function pointOut({ controls }: ScannedField): void {
  const [control] = controls
  const drawn = control && isSelect(control) ? drawnFor(control) : null
  const anchor = control?.localName === 'body' ? control.ownerDocument.defaultView?.frameElement : (drawn ?? control)
  if (!anchor) return
  anchor.scrollIntoView({ block: 'center', behavior: 'instant' })
  const outline = { outline: '3px solid #d6336c', outlineOffset: '2px' }
  anchor.animate([outline, outline], { duration: outlinedMs })
}

const modelled = /flatpickr|\bx-form-/

/**
 * Returns true if an editor or framework may store the value of the field in addition to the page's control. The caller
 * then reads this stored value, too, because it is the value that the page will save.
 */
const mayHaveModel = ({ kind, controls }: ScannedField): boolean =>
  kind === 'rich_text' || controls.some((control) => modelled.test(control.className))

/**
 * Compares the choice of a combobox with the wanted choice. Ignores upper and lower case, because the page may write an
 * option differently.
 */
function readsChoice(control: Element, value: string[], wanted: string[]): { value: string[]; same: boolean } {
  const model = askModel(control, { verb: 'read' })?.text
  const alike = (text: string | undefined): boolean => fold(text ?? '') === fold(wanted[0] ?? '')
  return {
    value: model ? [model] : value,
    same: alike(value[0]) && (model === undefined || alike(model)),
  }
}

/**
 * Reads a field. `same` is true if the controls hold the wanted value. Extra spaces and empty lines are ignored. For a
 * combobox, upper and lower case are ignored, too. If an editor or framework stores the value of the field, too, the
 * stored value must also be the wanted value.
 */
export function reads(found: TargetField, wanted: string[]): { value: string[]; same: boolean } {
  const { control } = found
  const value = currentValue(found)
  if (isCombobox(control)) return readsChoice(control, value, wanted)
  const model = mayHaveModel(found) ? askModel(control, { verb: 'read' })?.text : undefined
  if (model === undefined) return { value, same: sameValue(value, wanted) }
  const held = model.trim() === '' ? [] : [model.replace(/\n+$/, '')]
  // If the model and the display differ, report the model: it is what the page will save.
  return { value: held, same: sameValue(held, wanted) && sameValue(value, wanted) }
}

const choiceKinds: ReadonlySet<ControlKind> = new Set(['single_choice', 'multiple_choice', 'boolean'])
/** How long to wait for a field that appears after another write. Its options may load from a server. */
const appearLimitMs = 1500

/**
 * Writes one field with one strategy after the other, until the page and the editor's model hold the value. Returns the
 * receipt.
 */
export async function writeField(
  guard: PageGuard,
  write: PlannedWrite,
  journal: Journal,
  /**
   * If the page has removed the written value shortly after the write: the name of the strategy that wrote it. This
   * strategy is then tried last.
   */
  lostBy?: string,
): Promise<Receipt> {
  const { fieldId, label, kind, from, to, openedBy } = write
  const receiptFor = (outcome: Receipt['outcome'], more: Partial<Receipt> = {}): Receipt => ({
    fieldId,
    label,
    outcome,
    before: from,
    after: from,
    ...more,
  })

  let target = guard.target(fieldId)
  if (target === 'not-found' && (choiceKinds.has(kind) || openedBy !== undefined)) {
    // The options of a question are a part of its field id. The page may load the options only after the fill has
    // written another field. The page may also need a moment to show a field after its check box is ticked. So wait
    // until a field with this id exists.
    await guard.until(() => guard.target(fieldId) !== 'not-found', appearLimitMs)
    target = guard.target(fieldId)
  }
  if (typeof target === 'string') return receiptFor('refused', { reason: target })
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
  const forbidden = guard.forbidden()
  const remember = (found: TargetField): void => {
    if (journal.entries.some((entry) => entry.fieldId === fieldId)) return
    journal.entries.push(entryOf(found, { fieldId, label, kind, before: stood, after: to, ...irreversible }))
  }

  const strategies = strategiesFor(target.found)
  const ordered = [
    ...strategies.filter(({ name }) => name !== lostBy),
    ...strategies.filter(({ name }) => name === lostBy),
  ]
  for (const strategy of ordered) {
    if (strategy.prepare) {
      const { ready, limitMs } = strategy.prepare(target.found, { to, forbidden })
      await guard.until(ready, limitMs)
      target = guard.target(fieldId)
      if (typeof target === 'string') return receiptFor('failed', { reason: target, after: [] })
    }
    const { found } = target
    remember(found)
    attempt(() => strategy.write(found, { to, forbidden }))
    for (const wait of [guard.breathe, guard.rest]) {
      await wait(target.found, strategy.restMs)
      target = guard.target(fieldId)
      if (typeof target === 'string') return receiptFor('failed', { reason: target, after: [] })
      const { value, same } = reads(target.found, to)
      if (!same) continue
      noteKept(journal, fieldId, target.found, value)
      return receiptFor('written', { after: value, strategy: strategy.name, ...irreversible })
    }
  }
  return giveUp(guard, fieldId, journal, receiptFor)
}

/** Stores the value as the page shows it, because undo compares the field with this value. */
function noteKept(journal: Journal, fieldId: string, found: TargetField, value: string[]): void {
  const entry = journal.entries.find((each) => each.fieldId === fieldId)
  if (!entry) return
  entry.after = value
  noteWrite(found, entry)
}

/**
 * Called if no strategy worked. Restores the old state and outlines the field, so that the clinician can write it by
 * hand.
 */
async function giveUp(
  guard: PageGuard,
  fieldId: string,
  journal: Journal,
  receiptFor: (outcome: Receipt['outcome'], more: Partial<Receipt>) => Receipt,
): Promise<Receipt> {
  const at = journal.entries.findIndex((entry) => entry.fieldId === fieldId)
  const entry = journal.entries[at]
  if (entry && (await restoreField(guard, entry))) journal.entries.splice(at, 1)
  const target = guard.target(fieldId)
  if (typeof target === 'string') return receiptFor('failed', { reason: target, after: [] })
  pointOut(target.found)
  return receiptFor('failed', { reason: 'rejected-by-page', after: currentValue(target.found) })
}

export interface FillOptions extends PageAccess {
  /** The nonce of the last scan of this page, or '' if it was not scanned. */
  nonce: string
  confirmedPatient?: string | null
  /** The fill stores here what undo needs. The data of the previous fill moves to `journal.earlier`. */
  journal: Journal
}

const refused = (write: PlannedWrite | Refusal, reason: RefusalReason): Receipt => {
  const before = 'from' in write ? write.from : []
  return { fieldId: write.fieldId, label: write.label, outcome: 'refused', reason, before, after: before }
}

/**
 * Writes a plan into the page and returns one receipt for each write and refusal, in the plan's order (product 11.4).
 * Before every write and after every wait, the fill checks that the page shows the address, the patient and the visit
 * of the plan, and a form that is not signed. If not, nothing more is written. Errors of the page's own code are not
 * thrown.
 */
export async function fill(document: Document, plan: FillPlan, options: FillOptions): Promise<Receipt[]> {
  const { nonce, confirmedPatient, journal } = options
  const refusals = plan.refusals.map((refusal) => refused(refusal, refusal.reason))
  if (nonce === '' || nonce !== plan.nonce)
    return [...plan.writes.map((write) => refused(write, 'page-moved')), ...refusals]

  const before = { ...journal, earlier: journal.earlier }
  beginFill(journal, plan)
  const { url, patient, encounter } = plan
  const guard = openPageGuard(document, { url, patient, encounter, confirmedPatient }, options)
  try {
    const receipts: Receipt[] = []
    for (const write of plan.writes) receipts.push(await writeField(guard, write, journal))
    // If the page has redrawn the form and lost a value, the first call writes the value again. Then the second call
    // checks that the value stays.
    if ((await readAgain(guard, plan.writes, receipts, journal, true)) > 0)
      await readAgain(guard, plan.writes, receipts, journal, false)
    return [...receipts, ...refusals]
  } finally {
    guard.close()
    // If nothing was written, undo must still apply to the previous fill.
    if (journal.entries.length === 0) Object.assign(journal, before)
  }
}

/**
 * After the form has become stable, reads every written field again and corrects its receipt. Returns how many fields
 * had lost their value and were written again.
 */
async function readAgain(
  guard: PageGuard,
  writes: PlannedWrite[],
  receipts: Receipt[],
  journal: Journal,
  mayWrite: boolean,
): Promise<number> {
  if (!receipts.some(({ outcome }) => outcome === 'written')) return 0
  await guard.rest(null, lastQuietMs)
  let lost = 0
  for (const [at, write] of writes.entries()) {
    const receipt = receipts[at]
    if (receipt?.outcome !== 'written') continue
    const failed = (reason: RefusalReason | 'rejected-by-page', after: string[]): Receipt => ({
      ...receipt,
      outcome: 'failed',
      reason,
      after,
    })
    const target = guard.target(write.fieldId)
    if (typeof target === 'string') {
      receipts[at] = failed(guard.halted() ?? 'rejected-by-page', [])
      continue
    }
    const { value, same } = reads(target.found, write.to)
    if (same) {
      receipt.after = value
      noteKept(journal, write.fieldId, target.found, value)
    } else if (mayWrite && sameValue(target.field.value, write.from)) {
      lost++
      receipts[at] = await writeField(guard, write, journal, receipt.strategy)
    } else receipts[at] = failed('rejected-by-page', value)
  }
  return lost
}
