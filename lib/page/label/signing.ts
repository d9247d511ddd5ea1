import { labelSureEnough } from '../plan/target.ts'
import { isInput } from '../scan/controls.ts'
import type { LabelCandidate } from '../scan/scanned-field.ts'
import type { ControlItem } from '../survey/outline.ts'

/** What is written beside a signature. */
const beside =
  /\b(?:date|day|time|print(?:ed)?|name of|relation(?:ship)?|title|credentials?|position|phone|address|licen[sc]e)\b/i
/** A line to sign on, and what asks to sign by typing. */
const signs = /\b(?:sign(?:ed|s|ing|atures?)?|e-?sign\w*|initials?|witness)\b/i
const asksToSign = /\b(?:sign here|type your|by typing|click|signatures? and|signatures?\s?[/,&])/i

/** No one signs with a date. */
const isTimed = (control: Element): boolean =>
  isInput(control) && (control.type === 'date' || control.type === 'time' || control.type === 'datetime-local')

/**
 * Whether a control among the marks of a signature is one to sign with. In a place to sign, only what says that it is
 * something else is not; by its own marks alone, what says nothing of signing is not either. Not sure is yes.
 */
export function isToSign({ signing, control }: ControlItem, [label]: LabelCandidate[]): boolean {
  if (!signing) return false
  if (!label || label.rule === 'name' || label.score < labelSureEnough || asksToSign.test(label.text)) return true
  if (beside.test(label.text) || isTimed(control)) return false
  return signing === 'around' || signs.test(label.text)
}
