import { sameValue } from '../scan/value.ts'
import type { FillPlan, PlannedWrite, Receipt, Refusal, RefusalReason } from '../shapes.ts'
import { type Clock, lastQuietMs } from './clock.ts'
import { openPageGuard, type PageGuard } from './guard.ts'
import { beginFill, type Journal, noteWrite } from './journal.ts'
import { reads } from './reads.ts'
import { writeField } from './write.ts'

export interface FillOptions {
  /** The nonce of the last scan of this page, or '' if it was not scanned. */
  nonce: string
  clock: Clock
  confirmedPatient?: string | null
  /** Stores what undo needs. The previous fill is kept in `journal.earlier`. */
  journal: Journal
}

const refused = (write: PlannedWrite | Refusal, reason: RefusalReason): Receipt => {
  const before = 'from' in write ? write.from : []
  return { fieldId: write.fieldId, label: write.label, outcome: 'refused', reason, before, after: before }
}

/**
 * Writes a plan into the page and returns one receipt for each write and refusal, in the plan's order (design §7).
 * Page, patient and form are compared in the same task as every write and again after every wait. If they differ,
 * nothing more is written. Errors of the page's own code are not thrown.
 */
export async function fill(document: Document, plan: FillPlan, options: FillOptions): Promise<Receipt[]> {
  const { nonce, clock, confirmedPatient, journal } = options
  const refusals = plan.refusals.map((refusal) => refused(refusal, refusal.reason))
  if (nonce === '' || nonce !== plan.nonce)
    return [...plan.writes.map((write) => refused(write, 'page-moved')), ...refusals]

  const before = { ...journal, earlier: journal.earlier }
  beginFill(journal, plan)
  const guard = openPageGuard(document, { url: plan.url, patient: plan.patient, confirmedPatient }, clock)
  try {
    const receipts: Receipt[] = []
    for (const write of plan.writes) receipts.push(await writeField(guard, write, journal))
    // Check twice: if the page redrew the form and lost a value, the first check writes it again and the second one
    // reads it.
    if ((await readAgain(guard, plan.writes, receipts, journal, true)) > 0)
      await readAgain(guard, plan.writes, receipts, journal, false)
    return [...receipts, ...refusals]
  } finally {
    guard.close()
    // Nothing was written, so undo must still apply to the previous fill.
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
  const written = [...receipts.entries()].filter(([, { outcome }]) => outcome === 'written')
  const last = written.at(-1)
  if (!last) return 0
  const resting = guard.target(last[1].fieldId)
  await guard.rest(resting && typeof resting !== 'string' ? resting.found : null, lastQuietMs)
  let lost = 0
  for (const [at, receipt] of written) {
    const write = writes[at]
    if (!write) continue
    const target = guard.target(write.fieldId)
    if (!target || typeof target === 'string') {
      const reason = guard.halted() ?? target ?? 'rejected-by-page'
      receipts[at] = {
        ...receipt,
        outcome: 'failed',
        reason: reason === 'read-only' ? 'rejected-by-page' : reason,
        after: [],
      }
      continue
    }
    const { value, same } = reads(target.found, write.to)
    if (same) {
      receipt.after = value
      const entry = journal.entries.find(({ fieldId }) => fieldId === write.fieldId)
      if (entry) noteWrite(target.found, entry)
    } else if (mayWrite && sameValue(target.field.value, write.from)) {
      lost++
      receipts[at] = await writeField(guard, write, journal, receipt.strategy)
    } else receipts[at] = { ...receipt, outcome: 'failed', reason: 'rejected-by-page', after: value }
  }
  return lost
}
