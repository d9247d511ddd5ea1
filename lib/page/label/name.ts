import type { LabelCandidate } from '../scan/scanned-field.ts'
import type { ControlItem } from '../survey/outline.ts'
import { candidate } from './text.ts'

/** Names that say nothing: `Ctrl17`, `q_204`, `f3`, `input-9`. */
const opaque =
  /^(?:[a-z]{1,2}|ctrl|control|input|field|item|text|txt|chk|sel|q(?:uestion)?|answer|mat|entry|el|id)(?: [a-z]{1,2})?$/i

/** Last source: the name or id, split into words. */
export function name({ control, behind }: ControlItem): LabelCandidate | null {
  const source = behind ?? control
  const raw = source.getAttribute('name') || source.id
  const spaced = raw
    .replace(/[\][]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\d$:]+/g, ' ')
    .trim()
  return opaque.test(spaced) ? null : candidate(spaced, 'name', 0.25)
}
