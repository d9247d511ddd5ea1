import { currentValue, sameValue } from '../scan/value.ts'
import type { PlannedWrite, Receipt, RefusalReason } from '../shapes.ts'
import { attempt } from './attempt.ts'
import type { PageGuard } from './guard.ts'
import { isIrreversible } from './irreversible.ts'
import { entryOf, type Journal, noteWrite } from './journal.ts'
import { pointOut } from './point-out.ts'
import { reads } from './reads.ts'
import { restoreField } from './restore.ts'
import { strategiesFor } from './strategies/index.ts'
import { press } from './strategies/strategy.ts'

/**
 * Writes one field with one strategy after the other, until the page and the editor's model hold the value. Returns the
 * receipt.
 */
export async function writeField(
  guard: PageGuard,
  write: PlannedWrite,
  journal: Journal,
  /** The strategy whose write the page lost a moment later. It is now tried last. */
  lostBy?: string,
): Promise<Receipt> {
  const { fieldId, label, kind, from, to } = write
  const receiptFor = (outcome: Receipt['outcome'], more: Partial<Receipt> = {}): Receipt => ({
    fieldId,
    label,
    outcome,
    before: from,
    after: from,
    ...more,
  })
  const gone = (target: RefusalReason | null): RefusalReason => guard.halted() ?? target ?? 'not-found'

  let target = guard.target(fieldId)
  if (!target || typeof target === 'string') return receiptFor('refused', { reason: gone(target) })
  const stood = currentValue(target.found)
  if (reads(target.found, to).same) return receiptFor('unchanged', { before: stood, after: stood })
  // The field was changed after the clinician saw the plan, so the clinician's approval no longer applies.
  if (!sameValue(target.field.value, from)) return receiptFor('refused', { reason: 'page-moved' })
  const forGood = write.irreversible === 'confirmed'
  if (write.irreversible === 'held-back' || (!forGood && isIrreversible(target.found)))
    return receiptFor('refused', { reason: 'irreversible' })

  const irreversible = forGood ? ({ irreversible: true } as const) : {}
  const { opener } = target.found
  const forbidden = guard.forbidden()
  const remember = (found: typeof target): void => {
    if (!found || typeof found === 'string' || journal.entries.some((entry) => entry.fieldId === fieldId)) return
    journal.entries.push(entryOf(found.found, { fieldId, label, kind, before: stood, after: to, ...irreversible }))
  }
  if (opener && !opener.checked) {
    remember(target)
    attempt(() => press(opener, forbidden))
    await guard.rest(target.found)
    target = guard.target(fieldId)
    if (!target || typeof target === 'string') return receiptFor('failed', { reason: gone(target), after: [] })
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
      if (!target || typeof target === 'string') return receiptFor('failed', { reason: gone(target), after: [] })
    }
    remember(target)
    const { found } = target
    attempt(() => strategy.write(found, { to, forbidden }))
    let held = { value: stood, same: false }
    for (const wait of [guard.breathe, guard.rest]) {
      await wait(target.found, strategy.restMs)
      target = guard.target(fieldId)
      if (!target || typeof target === 'string') return receiptFor('failed', { reason: gone(target), after: [] })
      held = reads(target.found, to)
      if (held.same) break
    }
    if (!held.same) continue
    // Store the value as the page shows it. Undo compares the field with it.
    const entry = journal.entries.find((each) => each.fieldId === fieldId)
    if (entry && typeof target !== 'string') {
      entry.after = held.value
      noteWrite(target.found, entry)
    }
    return receiptFor('written', { after: held.value, strategy: strategy.name, ...irreversible })
  }
  return giveUp(guard, fieldId, journal, receiptFor)
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
  if (!target || typeof target === 'string')
    return receiptFor('failed', { reason: guard.halted() ?? target ?? 'not-found', after: [] })
  pointOut(target.found)
  return receiptFor('failed', { reason: 'rejected-by-page', after: currentValue(target.found) })
}
