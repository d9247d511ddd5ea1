import type { Clock } from './fill/clock.ts'
import { type Journal, statesOf } from './fill/journal.ts'
import { type Lock, lockReason } from './fill/lock.ts'
import { rungsFor } from './fill/rungs.ts'
import { settle } from './fill/settle.ts'
import type { Found } from './found.ts'
import { type Scan, scan } from './scan.ts'
import type { FillPlan, PageField, PlannedWrite, Receipt, Refusal, RefusalReason } from './shapes.ts'
import { sameValue, standing } from './value.ts'

/** The form must keep what was written this long after the last write. */
export const lastQuietMs = 1000
/** A control that saved itself may have the form drawn anew within this time. */
const savedQuietMs = 600

export interface FillOptions {
  /** The scan this page remembers; '' when it remembers none. */
  nonce: string
  clock: Clock
  confirmedPatient?: string | null
  /** Where the way back is kept; emptied at the start. */
  journal: Journal
}

const refused = (write: PlannedWrite | Refusal, reason: RefusalReason): Receipt => {
  const before = 'from' in write ? write.from : []
  return { fieldId: write.fieldId, label: write.label, outcome: 'refused', reason, before, after: before }
}

/**
 * Writes a plan into the page and answers one receipt for each write and refusal, in the plan's order (design §7).
 * Page, patient and form are compared in the same task as every write and again after every wait: once they differ,
 * nothing more is written. Never throws for what a page does.
 */
export async function fill(document: Document, plan: FillPlan, options: FillOptions): Promise<Receipt[]> {
  const { nonce, clock, confirmedPatient, journal } = options
  const lock: Lock = { url: plan.url, patient: plan.patient, confirmedPatient }
  Object.assign(journal, { url: plan.url, patient: plan.patient, entries: [] })
  let halted: RefusalReason | null = nonce !== '' && nonce === plan.nonce ? null : 'page-moved'

  /** The page as it is now; null once nothing may be written any more. */
  const look = (): Scan | null => {
    if (halted) return null
    const now = scan(document, document.URL)
    halted = lockReason(document, now, lock)
    return halted ? null : now
  }

  const writeOne = async (write: PlannedWrite, from: string[]): Promise<Receipt> => {
    const { fieldId, label, to } = write
    const receipt = (outcome: Receipt['outcome'], more: Partial<Receipt> = {}): Receipt => ({
      fieldId,
      label,
      outcome,
      before: from,
      after: from,
      ...more,
    })
    let now = look()
    const target = now && targetIn(now, fieldId)
    if (!now || !target) return refused(write, halted ?? 'not-found')
    if (typeof target === 'string') return refused(write, target)
    if (sameValue(target.field.value, to))
      return receipt('unchanged', { before: target.field.value, after: target.field.value })
    // Someone wrote here since the plan was shown: what the clinician agreed to no longer holds.
    if (!sameValue(target.field.value, from)) return refused(write, 'page-moved')

    const entry = {
      fieldId,
      label,
      kind: write.kind,
      states: statesOf(target.found),
      before: target.field.value,
      after: to,
    }
    let current: { field: PageField; found: Found } = target
    for (const rung of rungsFor(target.found)) {
      if (!journal.entries.some((known) => known.fieldId === fieldId)) journal.entries.push(entry)
      rung.write(current.found, to, now.adapter.forbidden)
      await settle(now.form?.root ?? document.documentElement, quietAfter(now, current.found), clock)
      now = look()
      const next = now && targetIn(now, fieldId)
      if (!now || !next || typeof next === 'string') {
        return receipt('failed', { reason: halted ?? (typeof next === 'string' ? next : 'not-found'), after: [] })
      }
      current = next
      if (sameValue(current.field.value, to)) return receipt('written', { after: current.field.value, rung: rung.name })
    }
    return receipt('failed', { reason: 'rejected-by-page', after: current.field.value })
  }

  const receipts: Receipt[] = []
  for (const write of plan.writes) receipts.push(await writeOne(write, write.from))

  // Twice: a form drawn anew may have lost a value that stood there a moment ago; it is written once more.
  for (let round = 0; round < 2 && receipts.some(({ outcome }) => outcome === 'written'); round++) {
    const before = look()
    if (before) await settle(before.form?.root ?? document.documentElement, lastQuietMs, clock)
    let lost = false
    for (const [at, receipt] of receipts.entries()) {
      const write = plan.writes[at]
      if (receipt.outcome !== 'written' || !write) continue
      const now = look()
      const target = now && targetIn(now, write.fieldId)
      const value = target && typeof target !== 'string' ? standing(target.found) : null
      if (value && sameValue(value, write.to)) receipt.after = value
      else if (value && round === 0 && sameValue(value, write.from)) {
        lost = true
        receipts[at] = await writeOne(write, write.from)
      } else receipts[at] = { ...receipt, outcome: 'failed', reason: halted ?? 'rejected-by-page', after: value ?? [] }
    }
    if (!lost) break
  }
  return [...receipts, ...plan.refusals.map((refusal) => refused(refusal, refusal.reason))]
}

/** A field of a scan by its id; a reason where it may not be written. */
export function targetIn(
  { fields, adapter }: Scan,
  fieldId: string,
): { field: PageField; found: Found } | RefusalReason | null {
  const target = fields.find(({ field }) => field.id === fieldId)
  if (!target) return null
  if (target.field.locked) return target.field.locked
  return target.found.controls.some((control) => control.matches(adapter.forbidden)) ? 'read-only' : target
}

/** How long the form must stand still after this field was written. */
export const quietAfter = ({ adapter }: Scan, found: Found): number =>
  adapter.savesItself && found.controls.some((control) => control.matches(adapter.savesItself ?? ''))
    ? savedQuietMs
    : adapter.quietMs
