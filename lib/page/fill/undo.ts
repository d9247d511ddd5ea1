import { sameValue, standing } from '../scan/value.ts'
import type { Receipt } from '../shapes.ts'
import { type Clock, lastQuietMs } from './clock.ts'
import { type Eye, openEye } from './eye.ts'
import { endUndo, type Journal, type JournalEntry, restored } from './journal.ts'
import { restoreField } from './restore.ts'

/**
 * Takes the last fill back, last field first: each control stands exactly as before, or the receipt says why not. A
 * field someone has changed since is left alone, and so is a choice that was confirmed as for good and has no way back. The same lock as for filling; what was restored leaves the journal, and the fill
 * before it is the last one then.
 */
export async function undo(
  document: Document,
  journal: Journal,
  { clock, confirmedPatient }: { clock: Clock; confirmedPatient?: string | null },
): Promise<Receipt[]> {
  const eye = openEye(document, { url: journal.url, patient: journal.patient, confirmedPatient }, clock)
  try {
    const receipts: { entry: JournalEntry; receipt: Receipt }[] = []
    for (const entry of [...journal.entries].reverse()) receipts.unshift({ entry, receipt: await takeBack(eye, entry) })

    // As after a fill: a form drawn anew a moment later may have lost what was put back.
    if (receipts.some(({ receipt }) => receipt.outcome === 'written')) await eye.rest(null, lastQuietMs)
    for (const { entry, receipt } of receipts) {
      // What was filled for good and has no way back is not tried again.
      if (receipt.reason === 'lasting') journal.entries.splice(journal.entries.indexOf(entry), 1)
      if (receipt.outcome !== 'written' && receipt.outcome !== 'unchanged') continue
      const target = eye.target(entry.fieldId)
      const stands = target && typeof target !== 'string' ? target : null
      if (stands && restored(stands.found, entry)) journal.entries.splice(journal.entries.indexOf(entry), 1)
      else
        Object.assign(receipt, {
          outcome: 'failed',
          reason: 'rejected-by-page',
          after: stands ? standing(stands.found) : [],
        })
    }
    endUndo(journal)
    return receipts.map(({ receipt }) => receipt)
  } finally {
    eye.close()
  }
}

async function takeBack(eye: Eye, entry: JournalEntry): Promise<Receipt> {
  const { fieldId, label, before, after } = entry
  const told = (outcome: Receipt['outcome'], stands: string[], reason?: Receipt['reason']): Receipt => ({
    fieldId,
    label,
    outcome,
    before: after,
    after: stands,
    rung: 'undo',
    ...(reason && { reason }),
  })
  const target = eye.target(fieldId)
  if (!target || typeof target === 'string') return told('refused', [], eye.halted() ?? target ?? 'not-found')
  const stood = standing(target.found)
  if (restored(target.found, entry)) return told('unchanged', stood)
  // Someone has written here since.
  if (!sameValue(stood, after)) return told('refused', stood, 'page-moved')
  if (await restoreField(eye, entry)) return told('written', before)
  const later = eye.target(fieldId)
  const left = later && typeof later !== 'string' ? standing(later.found) : []
  if (entry.lasting && sameValue(left, after)) return told('refused', left, 'lasting')
  return told('failed', left, eye.halted() ?? 'rejected-by-page')
}
