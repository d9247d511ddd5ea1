import type { Found } from '../scan/found.ts'
import { offersNone } from '../scan/listbox.ts'
import { standing } from '../scan/value.ts'
import { askModel } from './model.ts'

/**
 * Whether undo could not take away a choice that is made here now: nothing is chosen in a list of the page's own, it
 * offers no empty option, and no framework behind it says that it can put back whatever would hold the choice.
 */
export function isLasting(found: Found): boolean {
  const [control] = found.controls
  if (!control || !found.offers || standing(found).length > 0 || offersNone(control)) return false
  return askModel(control, { verb: 'undoable' })?.done !== true
}
