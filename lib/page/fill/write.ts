import { sameValue, standing } from '../scan/value.ts'
import type { PlannedWrite, Receipt, RefusalReason } from '../shapes.ts'
import { attempt } from './attempt.ts'
import type { Eye } from './eye.ts'
import { entryOf, type Journal, noteWrite } from './journal.ts'
import { isLasting } from './lasting.ts'
import { pointOut } from './point-out.ts'
import { reads } from './reads.ts'
import { restoreField } from './restore.ts'
import { rungsFor } from './rungs/index.ts'
import { press } from './rungs/rung.ts'

/**
 * Writes one field with one strategy after the other, until the page and the editor's model hold the value. Returns the
 * receipt.
 */
export async function writeField(
  eye: Eye,
  write: PlannedWrite,
  journal: Journal,
  /** The strategy whose write the page lost a moment later. It is now tried last. */
  lostBy?: string,
): Promise<Receipt> {
  const { fieldId, label, kind, from, to } = write
  const told = (outcome: Receipt['outcome'], more: Partial<Receipt> = {}): Receipt => ({
    fieldId,
    label,
    outcome,
    before: from,
    after: from,
    ...more,
  })
  const gone = (target: RefusalReason | null): RefusalReason => eye.halted() ?? target ?? 'not-found'

  let target = eye.target(fieldId)
  if (!target || typeof target === 'string') return told('refused', { reason: gone(target) })
  const stood = standing(target.found)
  if (reads(target.found, to).same) return told('unchanged', { before: stood, after: stood })
  // The field was changed after the clinician saw the plan, so the clinician's approval no longer applies.
  if (!sameValue(target.field.value, from)) return told('refused', { reason: 'page-moved' })
  const forGood = write.lasting === 'confirmed'
  if (write.lasting === 'held-back' || (!forGood && isLasting(target.found)))
    return told('refused', { reason: 'lasting' })

  const lasting = forGood ? ({ lasting: true } as const) : {}
  const { opener } = target.found
  const forbidden = eye.forbidden()
  const remember = (found: typeof target): void => {
    if (!found || typeof found === 'string' || journal.entries.some((entry) => entry.fieldId === fieldId)) return
    journal.entries.push(entryOf(found.found, { fieldId, label, kind, before: stood, after: to, ...lasting }))
  }
  if (opener && !opener.checked) {
    remember(target)
    attempt(() => press(opener, forbidden))
    await eye.rest(target.found)
    target = eye.target(fieldId)
    if (!target || typeof target === 'string') return told('failed', { reason: gone(target), after: [] })
  }

  const ladder = rungsFor(target.found)
  const ordered = [...ladder.filter(({ name }) => name !== lostBy), ...ladder.filter(({ name }) => name === lostBy)]
  for (const rung of ordered) {
    if (rung.prepare) {
      const { ready, limitMs } = rung.prepare(target.found, { to, forbidden })
      await eye.until(ready, limitMs)
      target = eye.target(fieldId)
      if (!target || typeof target === 'string') return told('failed', { reason: gone(target), after: [] })
    }
    remember(target)
    const { found } = target
    attempt(() => rung.write(found, { to, forbidden }))
    let held = { value: stood, same: false }
    for (const wait of [eye.breathe, eye.rest]) {
      await wait(target.found, rung.restMs)
      target = eye.target(fieldId)
      if (!target || typeof target === 'string') return told('failed', { reason: gone(target), after: [] })
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
    return told('written', { after: held.value, rung: rung.name, ...lasting })
  }
  return giveUp(eye, fieldId, journal, told)
}

/**
 * Called if no strategy worked. Restores the old state and outlines the field, so that the clinician can write it by
 * hand.
 */
async function giveUp(
  eye: Eye,
  fieldId: string,
  journal: Journal,
  told: (outcome: Receipt['outcome'], more: Partial<Receipt>) => Receipt,
): Promise<Receipt> {
  const at = journal.entries.findIndex((entry) => entry.fieldId === fieldId)
  const entry = journal.entries[at]
  if (entry && (await restoreField(eye, entry))) journal.entries.splice(at, 1)
  const target = eye.target(fieldId)
  if (!target || typeof target === 'string')
    return told('failed', { reason: eye.halted() ?? target ?? 'not-found', after: [] })
  pointOut(target.found)
  return told('failed', { reason: 'rejected-by-page', after: standing(target.found) })
}
