import { isCombobox, isInput, isSelect } from '../controls/controls.ts'
import { currentValue, sameValue } from '../controls/fields.ts'
import { halvesHold, numbersOf } from '../controls/halves.ts'
import { areExactly } from '../controls/lists.ts'
import { askModel } from '../models/model.ts'
import { drawnHolds } from './drawn-selects.ts'
import type { TargetField } from './guard.ts'
import type { JournalEntry } from './journal.ts'
import { sameMeaning } from './same-meaning.ts'
import { choosing } from './strategies.ts'

interface Reading {
  value: string[]
  same: boolean
}

const isSameMoment = (one: string, otherText: string): boolean =>
  /\d[-/.:]\d/.test(otherText) && numbersOf(one) === numbersOf(otherText)

/**
 * Reads a field. `same` is true if all of these hold the wanted value: the controls, the model of an editor, framework
 * or widget behind them, what the widget of a hidden select shows, and the hidden inputs that submit the answer. The
 * page may show a text in its own form (`sameMeaning`). After a write, `entry` has the hidden inputs, and `strategy`
 * the name of the strategy that wrote.
 */
export function reads(target: TargetField, to: string[], entry?: JournalEntry, strategy = ''): Reading {
  const newValue = entry?.wanted ?? to
  const { control, kind } = target
  const shownValue = currentValue(target)
  if (target.parts)
    return { value: shownValue, same: sameValue(shownValue, newValue) || sameMeaning(kind, newValue, shownValue) }
  const isList = isCombobox(control)
  const compare = (value: string[]): boolean =>
    (isList ? areExactly(value, newValue) : sameValue(value, newValue)) || sameMeaning(kind, newValue, value)
  const isHeld = !entry || halvesHold(entry.halves, newValue, choosing.has(strategy))
  const model = target.choices.length > 0 && !isSelect(control) ? undefined : askModel(control, { verb: 'read' })?.text
  if (model === undefined)
    return { value: shownValue, same: compare(shownValue) && drawnHolds(control, newValue) && isHeld }
  const text = model.replace(/\n+$/, '')
  const modelValue = text.trim() === '' ? [] : isSelect(control) || isList ? text.split('\n') : [text]
  const isShown =
    compare(shownValue) ||
    (isInput(control) &&
      (shownValue.length === 0 ? entry !== undefined : isSameMoment(shownValue.join(), modelValue.join())))
  return { value: modelValue, same: compare(modelValue) && isShown && isHeld }
}
