import { currentValue, sameValue } from '../scan/value.ts'
import type { Receipt } from '../shapes.ts'
import { type Clock, lastQuietMs } from './clock.ts'
import { openPageGuard, type PageGuard } from './guard.ts'
import { endUndo, type Journal, type JournalEntry, restored } from './journal.ts'
import { restoreField } from './restore.ts'

/**
 * Undoes the last fill, starting with the last field. Each control is restored exactly, or its receipt says why not. A
 * field that was changed since the fill is not touched. A choice that the clinician confirmed as permanent stays if it
 * cannot be restored. The same lock as for filling applies. Restored entries leave the journal; the next undo applies
 * to the fill before.
 */
export async function undo(
  document: Document,
  journal: Journal,
  { clock, confirmedPatient }: { clock: Clock; confirmedPatient?: string | null },
): Promise<Receipt[]> {
  const guard = openPageGuard(document, { url: journal.url, patient: journal.patient, confirmedPatient }, clock)
  try {
    const receipts: { entry: JournalEntry; receipt: Receipt }[] = []
    for (const entry of [...journal.entries].reverse())
      receipts.unshift({ entry, receipt: await takeBack(guard, entry) })

    // As after a fill: the page may redraw the form a moment later and lose the restored values.
    if (receipts.some(({ receipt }) => receipt.outcome === 'written')) await guard.rest(null, lastQuietMs)
    for (const { entry, receipt } of receipts) {
      // A confirmed choice that could not be undone is not tried again.
      if (receipt.reason === 'irreversible') journal.entries.splice(journal.entries.indexOf(entry), 1)
      if (receipt.outcome !== 'written' && receipt.outcome !== 'unchanged') continue
      const target = guard.target(entry.fieldId)
      const stands = target && typeof target !== 'string' ? target : null
      if (stands && restored(stands.found, entry)) journal.entries.splice(journal.entries.indexOf(entry), 1)
      else
        Object.assign(receipt, {
          outcome: 'failed',
          reason: 'rejected-by-page',
          after: stands ? currentValue(stands.found) : [],
        })
    }
    endUndo(journal)
    return receipts.map(({ receipt }) => receipt)
  } finally {
    guard.close()
  }
}

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
  if (!target || typeof target === 'string') return receiptFor('refused', [], guard.halted() ?? target ?? 'not-found')
  const stood = currentValue(target.found)
  if (restored(target.found, entry)) return receiptFor('unchanged', stood)
  // The field was changed after the fill.
  if (!sameValue(stood, after)) return receiptFor('refused', stood, 'page-moved')
  if (await restoreField(guard, entry)) return receiptFor('written', before)
  const later = guard.target(fieldId)
  const left = later && typeof later !== 'string' ? currentValue(later.found) : []
  if (entry.irreversible && sameValue(left, after)) return receiptFor('refused', left, 'irreversible')
  return receiptFor('failed', left, guard.halted() ?? 'rejected-by-page')
}
