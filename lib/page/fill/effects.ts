import {
  type Control,
  documentsOf,
  isChecked,
  isInput,
  isReadOnly,
  isSelect,
  isTextarea,
  isTicked,
} from '../controls/controls.ts'
import type { Scan } from '../scan/scan.ts'
import type { Receipt } from '../shapes.ts'
import type { PageGuard } from './guard.ts'
import { setText } from './hand.ts'
import type { Journal } from './journal.ts'
import { putBack } from './restore.ts'
import { type Effect, sameState, stateOf } from './state.ts'

const byHandEvents = ['keydown', 'pointerdown', 'paste']

type Ground = Map<Control, Omit<Effect, 'after' | 'cause'>>

const answerOf = (control: Control): string => {
  if (isTicked(control)) return String(isChecked(control))
  if (isSelect(control)) return [...control.selectedOptions].map(({ index }) => index).join()
  return 'value' in control ? String(control.value) : ''
}

const groundOf = (scan: Scan | null): Ground =>
  new Map(
    (scan?.fields ?? []).flatMap(({ field: { id: fieldId, label }, found: scannedField }) =>
      scannedField.controls
        .filter((control) => isInput(control) || isTextarea(control) || isSelect(control))
        .map((control): [Control, Omit<Effect, 'after' | 'cause'>] => [
          control,
          { fieldId, label, control, before: stateOf(control) },
        ]),
    ),
  )

interface EffectWatch {
  attribute(fieldId: string): void
  record(journal: Journal): void
  close(): void
}

export function watchEffects(document: Document, scan: Scan | null): EffectWatch {
  const ground = groundOf(scan)
  const answers = new Map([...ground.keys()].map((control) => [control, answerOf(control)]))
  const causes = new Map<Control, string>()
  let latest = ''
  const byHand = new Set<unknown>()
  const note = (event: Event): void => {
    if (event.isTrusted) byHand.add(event.composedPath()[0])
  }
  const documents = documentsOf(document)
  for (const each of documents) for (const type of byHandEvents) each.addEventListener(type, note, true)
  return {
    attribute(fieldId) {
      latest = fieldId
      for (const [control, oldAnswer] of answers) {
        const answer = answerOf(control)
        if (answer === oldAnswer) continue
        answers.set(control, answer)
        causes.set(control, fieldId)
      }
    },
    record(journal) {
      const ownControls = new Set(journal.entries.flatMap(({ controls }) => controls))
      for (const [control, { before: oldState, ...effect }] of ground) {
        if (!control.isConnected || ownControls.has(control) || byHand.has(control)) continue
        const newState = stateOf(control)
        if (!sameState(oldState, newState))
          journal.effects.push({ ...effect, cause: causes.get(control) ?? latest, before: oldState, after: newState })
      }
    },
    close() {
      for (const each of documents) for (const type of byHandEvents) each.removeEventListener(type, note, true)
    },
  }
}

/** Returns true if the effect stands as the fill has left it, so that undo may restore the control. */
const stands = ({ control, after: newState }: Effect): boolean => sameState(stateOf(control), newState)

const isGone = ({ control, before: oldState }: Effect): boolean =>
  !control.isConnected || sameState(stateOf(control), oldState)

export function restoreEffects(guard: PageGuard, effects: Effect[], mine: ReadonlySet<Effect>): boolean {
  let isDone = false
  for (const effect of effects) {
    const { control, before: oldState } = effect
    if (isGone(effect) || !mine.has(effect) || !guard.isOpen()) continue
    isDone = true
    // A locked control, such as a sum, is set by the page's script only. So it gets no events.
    if (!isReadOnly(control)) putBack(control, oldState, false, guard.forbidden())
    else if (isInput(control) && 'ticked' in oldState) control.checked = oldState.ticked === true
    else if ('text' in oldState && oldState.text !== undefined) setText(control, oldState.text)
  }
  return isDone
}

export const ownEffects = (effects: Effect[]): ReadonlySet<Effect> =>
  new Set(effects.filter((effect) => effect.control.isConnected && stands(effect)))

/** A receipt for each field whose effect undo could not restore. */
export const effectReceipts = (effects: Effect[]): Receipt[] =>
  effects
    .filter((effect) => !isGone(effect))
    .map(({ fieldId, label }) => ({
      fieldId,
      label,
      outcome: 'failed',
      reason: 'rejected-by-page',
      before: [],
      after: [],
      strategy: 'undo',
    }))
