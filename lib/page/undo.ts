import type { Clock } from './fill/clock.ts'
import { type Journal, type JournalEntry, restore, restored } from './fill/journal.ts'
import { lockReason } from './fill/lock.ts'
import { settle } from './fill/settle.ts'
import { lastQuietMs, quietAfter, targetIn } from './fill.ts'
import { scan } from './scan.ts'
import type { Receipt, RefusalReason } from './shapes.ts'
import { sameValue } from './value.ts'

/**
 * Takes the last fill back, last field first: each control stands exactly as before, or the receipt says why not. A
 * field someone has changed since is left alone. The same lock as for filling; what was restored leaves the journal.
 */
export async function undo(
  document: Document,
  journal: Journal,
  { clock, confirmedPatient }: { clock: Clock; confirmedPatient?: string | null },
): Promise<Receipt[]> {
  const restoreEntry = async (entry: JournalEntry): Promise<Receipt> => {
    const { fieldId, label, before, after } = entry
    const receipt = (outcome: Receipt['outcome'], stands: string[], reason?: Receipt['reason']): Receipt => ({
      fieldId,
      label,
      outcome,
      before: after,
      after: stands,
      rung: 'undo',
      ...(reason && { reason }),
    })
    const now = scan(document, document.URL)
    const reason: RefusalReason | null = lockReason(document, now, { ...journal, confirmedPatient })
    if (reason) return receipt('refused', [], reason)
    const target = targetIn(now, fieldId)
    if (!target || typeof target === 'string') return receipt('refused', [], target ?? 'not-found')
    if (restored(target.found, entry.states)) return receipt('unchanged', target.field.value)
    if (!sameValue(target.field.value, after)) return receipt('refused', target.field.value, 'page-moved')
    restore(target.found, entry.states)
    await settle(now.form?.root ?? document.documentElement, quietAfter(now, target.found), clock)
    const later = targetIn(scan(document, document.URL), fieldId)
    if (later && typeof later !== 'string' && restored(later.found, entry.states)) return receipt('written', before)
    return receipt('failed', later && typeof later !== 'string' ? later.field.value : [], 'rejected-by-page')
  }

  const receipts: { entry: JournalEntry; receipt: Receipt }[] = []
  for (const entry of [...journal.entries].reverse()) receipts.unshift({ entry, receipt: await restoreEntry(entry) })

  // As after a fill: a form drawn anew a moment later may have lost what was put back.
  if (receipts.some(({ receipt }) => receipt.outcome === 'written'))
    await settle(scan(document, document.URL).form?.root ?? document.documentElement, lastQuietMs, clock)
  const now = scan(document, document.URL)
  for (const { entry, receipt } of receipts) {
    if (receipt.outcome !== 'written' && receipt.outcome !== 'unchanged') continue
    const target = targetIn(now, entry.fieldId)
    const stands = target && typeof target !== 'string' ? target : null
    if (stands && restored(stands.found, entry.states)) journal.entries.splice(journal.entries.indexOf(entry), 1)
    else Object.assign(receipt, { outcome: 'failed', reason: 'rejected-by-page', after: stands?.field.value ?? [] })
  }
  return receipts.map(({ receipt }) => receipt)
}
