import { type DayOrder, dayFirstFormat, inferFormat, orderOf } from '../dates.ts'
import { attribute, localName } from '../natives.ts'
import type { ControlKind, LabelSource, PageField } from '../shapes.ts'
import { lines, squash } from '../words.ts'
import {
  type Control,
  type FormControl,
  isChecked,
  isCombobox,
  isDrawnList,
  isInput,
  isReadOnly,
  isSelect,
  isTextarea,
  isTicked,
} from './controls.ts'
import { comboboxShows, offersOf, showsPlaceholder, takesSeveral } from './lists.ts'
import { partsValue } from './parts.ts'
import type { Choice } from './select-choices.ts'

/** A possible label of a field, with its reliability. */
export interface LabelCandidate {
  text: string
  rule: LabelSource
  /** How reliable the label is, 0 to 1. */
  score: number
}

export interface ScannedField {
  kind: ControlKind
  labels: LabelCandidate[]
  section: string
  controls: Control[]
  choices: Choice[]
  names: string[]
  /**
   * For a custom list: the option texts that are known without opening the list (see `offersOf`). Unlike `choices`,
   * they have no controls in the form.
   */
  offers?: string[]
  several?: true
  /** The check box that shows this field. While it is not ticked, the page may hide the field. */
  opener?: HTMLInputElement
  locked?: PageField['locked']
  format?: string
  orderUnknown?: true
  maxLength?: number
  range?: PageField['range']
  demand?: string
  table?: { headers: string[]; rows: number }
  parts?: PageField['parts']
}

const nameOf = (control: Control): string => attribute(control, 'name') ?? ''
export function namesOf(controls: Control[]): string[] {
  const [control] = controls
  if (!control || controls.length > 1) return [...new Set(controls.map(nameOf).filter(Boolean))]
  const name = nameOf(control)
  return name ? [name] : []
}

export const choiceKind = (choices: Pick<Choice, 'caption'>[]): ControlKind => {
  const captions = choices.length === 2 ? choices.map(({ caption }) => caption.toLowerCase()) : []
  const isPair =
    captions.some((each) => /^(?:no|nein)$/.test(each)) && captions.some((each) => /^(?:yes|ja|sí|si)$/.test(each))
  return isPair ? 'boolean' : 'single_choice'
}

const timely: Partial<Record<string, ControlKind>> = {
  date: 'date',
  time: 'time',
  'datetime-local': 'date_time',
  number: 'number',
  range: 'number',
}

export const isTimely = (kind: ControlKind): kind is 'date' | 'time' | 'date_time' =>
  kind === 'date' || kind === 'time' || kind === 'date_time'

const hintNames = ['data-date-format', 'placeholder', 'title']
const limitNames = ['min', 'max', 'data-min-date', 'data-max-date', 'data-date-start-date', 'data-date-end-date']
const hintsOf = (control: FormControl): string[] => hintNames.map((name) => attribute(control, name) ?? '')

/**
 * Returns the kind of a text control. For every other input, the attributes, the label, the class or the name may show
 * that it takes a date or a time. Otherwise the kind is `text`.
 */
export function freeKind(control: FormControl, label = ''): ControlKind {
  if (isTextarea(control)) return 'long_text'
  const native = isInput(control) ? timely[control.type] : undefined
  if (native) return native
  const hint = [...hintsOf(control), label].join(' ')
  const marks = `${attribute(control, 'class') ?? ''} ${nameOf(control)}`
  const day =
    /(?:m{1,2}[/-]d{1,2}|d{1,2}[/.-]m{1,2})[/.-]y|y{4}-m{2}/i.test(hint) ||
    /date_?picker|datestamp|flatpickr/i.test(marks)
  const isDateTime = /date_?time/i.test(marks)
  const clock = /h{1,2}:m{2}/i.test(hint) || /time_?picker/i.test(marks)
  return isDateTime || (day && clock) ? 'date_time' : day ? 'date' : clock ? 'time' : 'text'
}

function rangeOf(control: HTMLInputElement): PageField['range'] {
  const numberOf = (name: string): number | undefined => {
    const text = attribute(control, name)
    return text && Number.isFinite(Number(text)) ? Number(text) : undefined
  }
  const range: PageField['range'] = {}
  const [min, max] = [numberOf('min'), numberOf('max')]
  if (min !== undefined) range.min = min
  if (max !== undefined) range.max = max
  if (attribute(control, 'step')?.toLowerCase() !== 'any') range.step = numberOf('step') ?? 1
  return range
}

const demandOf = (control: HTMLInputElement): string =>
  attribute(control, 'pattern') || (control.type === 'email' || control.type === 'url' ? control.type : '')

export function freeField(
  control: FormControl,
  kind: ControlKind,
  labels: LabelCandidate[],
  section: string,
): ScannedField {
  const scannedField: ScannedField = {
    kind,
    labels,
    section,
    controls: [control],
    choices: [],
    names: namesOf([control]),
  }
  if (isTimely(kind)) {
    const hints = [...hintsOf(control), labels[0]?.text ?? '']
    const limits = limitNames.map((name) => attribute(control, name) ?? '')
    const pattern = attribute(control, 'pattern') ?? ''
    Object.assign(scannedField, inferFormat(kind, { type: control.type, hints, value: control.value, limits, pattern }))
  }
  if ((isInput(control) || isTextarea(control)) && control.maxLength > 0) scannedField.maxLength = control.maxLength
  if (kind === 'number' && isInput(control)) scannedField.range = rangeOf(control)
  const demand = isInput(control) && kind === 'text' ? demandOf(control) : ''
  if (demand) scannedField.demand = demand
  if (isReadOnly(control)) scannedField.locked = 'read-only'
  if (isDrawnList(control)) {
    const offers = offersOf(control)
    scannedField.offers = offers
    // If the list's options are unknown until it is opened, the kind stays free text, so that any value can be tried.
    if (offers.length > 0)
      scannedField.kind = takesSeveral(control) ? 'multiple_choice' : choiceKind(offers.map((caption) => ({ caption })))
  }
  if (isCombobox(control) && scannedField.kind === 'text') scannedField.several = true
  return scannedField
}

export function withDayOrder(
  fields: ScannedField[],
  order: DayOrder | null,
  clinicianOrder: DayOrder | null,
  formatOf: (control: Control) => string | undefined,
): ScannedField[] {
  if (!fields.some(({ orderUnknown }) => orderUnknown)) return fields
  const dates = fields.filter(({ kind, format }) => isTimely(kind) && format !== undefined)
  const dateOrder = order ?? orderOf(dates.flatMap(currentValue)) ?? clinicianOrder
  const formats = fields.map(({ orderUnknown, controls: [control], format = '' }): string => {
    if (!orderUnknown || !control) return ''
    return formatOf(control) ?? (dateOrder === null ? '' : dateOrder === 'day' ? dayFirstFormat(format) : format)
  })
  const key = formats.join('\n')
  const cacheEntry = inOrder.get(fields)
  if (cacheEntry?.key === key) return cacheEntry.fields
  const orderedFields = fields.map((scannedField, at) => {
    const { orderUnknown: _, ...sure } = scannedField
    return formats[at] ? { ...sure, format: formats[at] } : scannedField
  })
  inOrder.set(fields, { key, fields: orderedFields })
  return orderedFields
}

/** The last result of `withDayOrder`, so that the ids of unchanged fields need not be found again. */
const inOrder = new WeakMap<ScannedField[], { key: string; fields: ScannedField[] }>()

export function choiceField(
  kind: ControlKind,
  choices: Choice[],
  controls: Control[],
  labels: LabelCandidate[],
  section: string,
): ScannedField {
  const scannedField: ScannedField = { kind, labels, section, controls, choices, names: namesOf(controls) }
  if (controls.every(isReadOnly)) scannedField.locked = 'read-only'
  return scannedField
}

const blocks = /^(?:P|DIV|LI|UL|OL|TR|TABLE|BLOCKQUOTE|PRE|H[1-6]|SECTION)$/

function richText(element: Node): string {
  let text = ''
  for (const child of element.childNodes) {
    if (child.nodeType === 3) text += (child.textContent ?? '').replace(/\s+/g, ' ')
    else if (child.nodeName === 'BR') text += '\n'
    else {
      const block = blocks.test(child.nodeName)
      if (block && text !== '' && !text.endsWith('\n')) text += '\n'
      text += richText(child)
      if (block && !text.endsWith('\n')) text += '\n'
    }
  }
  return text
}

const textOf = (control: Control): string =>
  isInput(control) || isTextarea(control) || isSelect(control) ? control.value : lines(richText(control))

const chosenCaptions = ({ choices, controls: [control] }: ScannedField): string[] => {
  if (control && isSelect(control) && showsPlaceholder(control)) return []
  return choices
    .filter(({ control }) =>
      localName(control) === 'option' ? (control as HTMLOptionElement).selected : isChecked(control),
    )
    .map(({ caption }) => caption)
}

export function currentValue(scannedField: ScannedField): string[] {
  if (scannedField.kind === 'table') return scannedField.controls.map(textOf)
  if (scannedField.parts) return partsValue(scannedField)
  if (scannedField.choices.length > 0) return chosenCaptions(scannedField)
  const control = scannedField.controls[0]
  if (!control) return []
  // A box with three states has no answer while it is in the third one.
  if (isTicked(control)) {
    const answer = isChecked(control)
    return answer === null ? [] : [answer ? 'Yes' : 'No']
  }
  if (isCombobox(control)) return comboboxShows(control)
  const text = textOf(control)
  return text === '' ? [] : [text]
}

const comparable = (text: string): string => lines(text).split('\n').map(squash).join('\n')

export const sameValue = (one: string[], otherValue: string[]): boolean =>
  one.length === otherValue.length && one.every((text, at) => comparable(text) === comparable(otherValue[at] ?? ''))
