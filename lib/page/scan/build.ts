import { inferFormat } from '../dates.ts'
import { attribute, firstChild, localName, nextSibling, nodeType } from '../natives.ts'
import type { ControlKind } from '../shapes.ts'
import { squash } from '../words.ts'
import { type Control, type FormControl, isInput, isReadOnly, isTextarea } from './controls.ts'
import type { Choice, Found, LabelCandidate } from './found.ts'
import { isDrawnList, offersOf } from './listbox.ts'

const nameOf = (control: Control): string => attribute(control, 'name') ?? ''
export function namesOf(controls: Control[]): string[] {
  const [control] = controls
  if (!control || controls.length > 1) return [...new Set(controls.map(nameOf).filter(Boolean))]
  const name = nameOf(control)
  return name ? [name] : []
}

/** A first option that only says that one must be chosen. */
const asksToChoose = /^[-–—.\s]*(?:(?:please\s+)?(?:select|choose|pick)\b.*)?[-–—.\s]*$/i

/** A select's options by its own children: its list of them is dear to ask, one by one. */
function optionsOf(select: HTMLSelectElement): HTMLOptionElement[] {
  const options: HTMLOptionElement[] = []
  for (let child = firstChild(select); child; child = nextSibling(child)) {
    if (nodeType(child) !== 1) continue
    const name = localName(child as Element)
    if (name === 'option') options.push(child as HTMLOptionElement)
    // In groups, or in whatever else a page's scripts have put there.
    else if (name !== 'hr') return [...select.options]
  }
  return options
}

/** What can be chosen in a select: its options but the empty one that stands for no answer. */
export function selectChoices(select: HTMLSelectElement): Choice[] {
  const choices: Choice[] = []
  let isFirst = true
  for (const control of optionsOf(select)) {
    const caption = squash(control.text)
    // Without one of its own, its text is its value.
    const value = attribute(control, 'value') ?? caption
    if (caption !== '' && value.trim() !== '' && !(isFirst && asksToChoose.test(caption)))
      choices.push({ caption, control })
    isFirst = false
  }
  return choices
}

/** Yes and No and nothing else are a boolean. */
export const choiceKind = (choices: Pick<Choice, 'caption'>[]): ControlKind => {
  const captions = choices.length === 2 ? choices.map(({ caption }) => caption.toLowerCase()) : []
  return captions.includes('no') && captions.includes('yes') ? 'boolean' : 'single_choice'
}

const timely: Partial<Record<string, ControlKind>> = {
  date: 'date',
  time: 'time',
  'datetime-local': 'date_time',
  number: 'number',
  range: 'number',
}

const hintNames = ['data-date-format', 'placeholder', 'title']
const hintsOf = (control: FormControl): string[] => hintNames.map((name) => attribute(control, name) ?? '')

/** The kind of a single free control, by type, then by what its hints, its label, class and name say of dates. */
export function freeKind(control: FormControl, label = ''): ControlKind {
  if (isTextarea(control)) return 'long_text'
  const native = isInput(control) ? timely[control.type] : undefined
  if (native) return native
  const hint = [...hintsOf(control), label].join(' ')
  const marks = `${attribute(control, 'class') ?? ''} ${nameOf(control)}`
  const day = /m{1,2}[/-]d{1,2}[/-]y|y{4}-m{2}/i.test(hint) || /date_?picker|datestamp/i.test(marks)
  const clock = /h{1,2}:m{2}/i.test(hint) || /time_?picker/i.test(marks)
  return day && (clock || /date_?time/i.test(marks)) ? 'date_time' : day ? 'date' : clock ? 'time' : 'text'
}

/** A field of one free control. */
export function freeField(control: FormControl, kind: ControlKind, labels: LabelCandidate[], section: string): Found {
  const found: Found = { kind, labels, section, controls: [control], choices: [], names: namesOf([control]) }
  if (kind === 'date' || kind === 'time' || kind === 'date_time') {
    const hints = [...hintsOf(control), labels[0]?.text ?? '']
    found.format = inferFormat(kind, { type: control.type, hints, value: control.value })
  }
  if ((isInput(control) || isTextarea(control)) && control.maxLength > 0) found.maxLength = control.maxLength
  if (isReadOnly(control)) found.locked = 'read-only'
  if (isDrawnList(control)) {
    const offers = offersOf(control)
    found.offers = offers
    // Before it is opened, its options may not be there: then any words may be tried.
    if (offers.length > 0) found.kind = choiceKind(offers.map((caption) => ({ caption })))
  }
  return found
}

/** A field of radios, boxes or a select. */
export function choiceField(
  kind: ControlKind,
  choices: Choice[],
  controls: Control[],
  labels: LabelCandidate[],
  section: string,
): Found {
  const found: Found = { kind, labels, section, controls, choices, names: namesOf(controls) }
  if (controls.every(isReadOnly)) found.locked = 'read-only'
  return found
}
