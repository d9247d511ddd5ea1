import { computeAccessibleName } from 'dom-accessibility-api'
import type { LabelCandidate } from '../found.ts'
import { fold, labelText } from '../words.ts'

const group = 'fieldset, [role="group"], [role="radiogroup"]'

/** First rung: the accessible name of a control, or for a group of choices that of the group around them. */
export function accessible(control: Element, choices: boolean): LabelCandidate | null {
  const subject = choices ? control.closest(group) : control
  if (!subject) return null
  const text = labelText(computeAccessibleName(subject))
  if (text === '') return null
  // A placeholder or a title names only when nothing better does: often it is a format or an example.
  const weak = [subject.getAttribute('placeholder'), subject.getAttribute('title')].some(
    (hint) => hint && fold(hint) === fold(text),
  )
  return { text, rule: 'accessible', score: weak ? 0.35 : 0.9 }
}
