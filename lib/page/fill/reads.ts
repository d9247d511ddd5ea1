import { isCombobox } from '../scan/listbox.ts'
import type { ScannedField } from '../scan/scanned-field.ts'
import { currentValue, sameValue } from '../scan/value.ts'
import { fold } from '../words.ts'
import { askModel } from './model.ts'

const modelled = /flatpickr|\bx-form-/

/** Returns true if the field may have a model of its own besides the page's controls. */
const mayHaveModel = ({ kind, controls }: ScannedField): boolean =>
  kind === 'rich_text' || controls.some((control) => modelled.test(control.className))

/** Compares a combobox with the wanted choice, ignoring upper and lower case: the page may write it differently. */
function readsChoice(control: Element, value: string[], wanted: string[]): { value: string[]; same: boolean } {
  const model = askModel(control, { verb: 'read' })?.text
  const alike = (text: string | undefined): boolean => fold(text ?? '') === fold(wanted[0] ?? '')
  return {
    value: model === undefined || model === '' ? value : [model],
    same: alike(value[0]) && (model === undefined || alike(model)),
  }
}

/**
 * Reads a field. `same` is true if the controls, and the editor's model where one answers, both hold exactly the wanted
 * value.
 */
export function reads(found: ScannedField, wanted: string[]): { value: string[]; same: boolean } {
  const value = currentValue(found)
  const [control] = found.controls
  if (control && found.choices.length === 0 && isCombobox(control)) return readsChoice(control, value, wanted)
  const model = control && mayHaveModel(found) ? askModel(control, { verb: 'read' })?.text : undefined
  if (model === undefined) return { value, same: sameValue(value, wanted) }
  const held = model.trim() === '' ? [] : [model.replace(/\n+$/, '')]
  // If the model and the display differ, report the model: it is what the page will save.
  return { value: held, same: sameValue(held, wanted) && sameValue(value, wanted) }
}
