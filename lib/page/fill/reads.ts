import { isCombobox, isInput, isSelect } from '../controls/controls.ts'
import { currentValue, sameValue } from '../controls/fields.ts'
import { halvesHold, numbersOf } from '../controls/halves.ts'
import { askModel } from '../models/model.ts'
import { fold } from '../words.ts'
import { drawnHolds } from './drawn-selects.ts'
import type { TargetField } from './guard.ts'
import type { JournalEntry } from './journal.ts'
import { sameMeaning } from './same-meaning.ts'
import { choosing } from './strategies.ts'

interface Reading {
  value: string[]
  same: boolean
}

/** Compares without upper and lower case, because the page may write an option differently. */
const alike = (value: string[], wanted: string[]): boolean =>
  value.length === wanted.length && value.every((each, at) => fold(each) === fold(wanted[at] ?? ''))

const isSameMoment = (one: string, other: string): boolean =>
  /\d[-/.:]\d/.test(other) && numbersOf(one) === numbersOf(other)

/**
 * Reads a field. `same` is true if all of these hold the wanted value: the controls, the model of an editor, framework
 * or widget behind them, what the widget of a hidden select shows, and the hidden inputs that submit the answer. The
 * page may show a text in its own form (`sameMeaning`). After a write, `entry` has the hidden inputs, and `strategy`
 * the name of the strategy that wrote.
 */
export function reads(found: TargetField, to: string[], entry?: JournalEntry, strategy = ''): Reading {
  const wanted = entry?.wanted ?? to
  const { control, kind } = found
  const shown = currentValue(found)
  if (found.parts) return { value: shown, same: sameValue(shown, wanted) || sameMeaning(kind, wanted, shown) }
  const isList = isCombobox(control)
  const compare = (value: string[]): boolean =>
    (isList ? alike(value, wanted) : sameValue(value, wanted)) || sameMeaning(kind, wanted, value)
  const isHeld = !entry || halvesHold(entry.halves, wanted, choosing.has(strategy))
  const model = found.choices.length > 0 && !isSelect(control) ? undefined : askModel(control, { verb: 'read' })?.text
  if (model === undefined) return { value: shown, same: compare(shown) && drawnHolds(control, wanted) && isHeld }
  const text = model.replace(/\n+$/, '')
  const held = text.trim() === '' ? [] : isSelect(control) ? text.split('\n') : [text]
  const isShown =
    compare(shown) ||
    (isInput(control) && (shown.length === 0 ? entry !== undefined : isSameMoment(shown.join(), held.join())))
  return { value: held, same: compare(held) && isShown && isHeld }
}
