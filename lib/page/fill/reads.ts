import type { Found } from '../scan/found.ts'
import { isCombobox } from '../scan/listbox.ts'
import { sameValue, standing } from '../scan/value.ts'
import { fold } from '../words.ts'
import { askModel } from './model.ts'

const modelled = /flatpickr|\bx-form-/

/** Whether a model other than the page's own controls may stand behind a field. */
const mayHaveModel = ({ kind, controls }: Found): boolean =>
  kind === 'rich_text' || controls.some((control) => modelled.test(control.className))

/** The page's own word for a choice may be written in other letters. */
function readsChoice(control: Element, value: string[], wanted: string[]): { value: string[]; same: boolean } {
  const model = askModel(control, { verb: 'read' })?.text
  const alike = (text: string | undefined): boolean => fold(text ?? '') === fold(wanted[0] ?? '')
  return {
    value: model === undefined || model === '' ? value : [model],
    same: alike(value[0]) && (model === undefined || alike(model)),
  }
}

/** What stands in a field, and whether the page and, where one answers, the editor's own model hold just this value. */
export function reads(found: Found, wanted: string[]): { value: string[]; same: boolean } {
  const value = standing(found)
  const [control] = found.controls
  if (control && found.choices.length === 0 && isCombobox(control)) return readsChoice(control, value, wanted)
  const model = control && mayHaveModel(found) ? askModel(control, { verb: 'read' })?.text : undefined
  if (model === undefined) return { value, same: sameValue(value, wanted) }
  const held = model.trim() === '' ? [] : [model.replace(/\n+$/, '')]
  // Shown and held differ: what is held is what the page will save.
  return { value: held, same: sameValue(held, wanted) && sameValue(value, wanted) }
}
