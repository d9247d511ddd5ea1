import { offersNone } from '../scan/listbox.ts'
import type { ScannedField } from '../scan/scanned-field.ts'
import { currentValue } from '../scan/value.ts'
import { askModel } from './model.ts'

/**
 * Returns true if undo could not remove a choice made in this field now: nothing is chosen yet, the page's list has no
 * empty option, and no framework behind it can restore every place that would store the choice.
 */
export function isIrreversible(found: ScannedField): boolean {
  const [control] = found.controls
  if (!control || !found.offers || currentValue(found).length > 0 || offersNone(control)) return false
  return askModel(control, { verb: 'undoable' })?.done !== true
}
