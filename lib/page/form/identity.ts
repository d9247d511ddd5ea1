import type { ControlKind, PageSource } from '../shapes.ts'
import { fold, hash, slug } from '../words.ts'

/**
 * The data from which the id of a field is made. The data is the same for every patient and visit, except for the
 * numbers in `action`, `names` and `structure`. So these numbers are masked (`maskDigits`). Only the last entry of
 * `tieBreaks` uses the numbers in `names`.
 */
export interface Identifying {
  source: PageSource
  action: string
  kind: ControlKind
  options: string[]
  names: string[]
  structure: string
  /**
   * Section and label may change when the page is laid out in another way. So they are used only to separate fields
   * that are otherwise equal.
   */
  section: string
  label: string
}

export const maskDigits = (text: string): string => text.replace(/\d+/g, '#')

export const maskedAction = (action: string): string =>
  maskDigits(action.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*$/, ''))

export const optionsKey = (options: readonly string[]): string =>
  options.length === 0 ? '' : hash(options.map(fold).join('\n'))

const baseOf = ({ source, kind, options, names, structure }: Identifying, action: string): string => {
  const name = maskDigits(names[0] ?? '')
  const parts = [source, action, kind, optionsKey(options), name, maskDigits(structure)]
  return `${slug(name.toLowerCase()) || kind}-${hash(parts.join('\u0000')).slice(-6)}`
}

const isAlike = (one: Identifying, otherField: Identifying): boolean =>
  one.names[0] === otherField.names[0] &&
  one.source === otherField.source &&
  one.kind === otherField.kind &&
  one.structure === otherField.structure &&
  one.options.length === otherField.options.length &&
  one.options.every((option, at) => option === otherField.options[at])

interface Known {
  of: Identifying
  action: string
  base: string
}

/**
 * The form that was read last. Reading it again usually gives the same fields in the same order, so their ids are
 * reused.
 */
let lastForm: Known[] = []
/** Each field is compared with at most this many fields of the last reading, starting after the last match. */
const goneMost = 8

function basesOf(fields: Identifying[], actionOf: (field: Identifying) => string): string[] {
  let from = 0
  const thisForm = fields.map((field): Known => {
    const action = actionOf(field)
    for (let at = from; at < Math.min(from + goneMost, lastForm.length); at++) {
      const knownField = lastForm[at]
      if (!knownField || knownField.action !== action || !isAlike(knownField.of, field)) continue
      from = at + 1
      return knownField
    }
    return { of: field, action, base: baseOf(field, action) }
  })
  lastForm = thisForm
  return thisForm.map(({ base }) => base)
}

const tieBreaks: { mark: string; of: (field: Identifying) => string }[] = [
  { mark: '.', of: ({ label }) => fold(label) },
  { mark: '.', of: ({ section }) => fold(section) },
  // Fields that differ only in the numbers of their names. These numbers may change the next time the form is opened,
  // so the mark `~` shows that the id is less reliable.
  { mark: '~', of: ({ names }) => names.join('\n') },
]

/**
 * Returns the ids of a form's fields, in order. An id is made of the control's name, structure, kind and options,
 * without numbers.
 */
export function identify(fields: Identifying[]): string[] {
  const actions = new Map<string, string>()
  for (const { action } of fields) if (!actions.has(action)) actions.set(action, maskedAction(action))
  let ids = basesOf(fields, ({ action }) => actions.get(action) ?? '')
  for (const { mark, of } of tieBreaks) {
    const count = new Map<string, number>()
    for (const id of ids) count.set(id, (count.get(id) ?? 0) + 1)
    if (count.size === ids.length) return ids
    ids = ids.map((id, at) => {
      const field = fields[at]
      return count.get(id) === 1 || !field ? id : `${id}${mark}${hash(of(field)).slice(-4)}`
    })
  }
  const usedIds = new Set<string>()
  return ids.map((id) => {
    let free = id
    while (usedIds.has(free)) free += '+'
    usedIds.add(free)
    return free
  })
}

export const baseId = (id: string): string => id.replace(/~.*$/, '')

export const controlId = (id: string): string => id.split(/[.~]/, 1)[0] ?? ''

export interface FormerlyIdentifying extends Omit<Identifying, 'label' | 'structure'> {
  labels: string[]
}

const noOptions = hash('')

function former({ source, action, section, kind, options, names }: FormerlyIdentifying, label: string): string {
  const folded = fold(label)
  const key = optionsKey(options) || noOptions
  const parts = [source, maskedAction(action), fold(section), folded, kind, key, maskDigits(names[0] ?? '')]
  return `${slug(folded) || kind}-${hash(parts.join('\u0000')).slice(-6)}`
}

export function formerIds(fields: FormerlyIdentifying[]): string[][] {
  const firstIds = fields.map((field) => former(field, field.labels[0] ?? ''))
  const count = new Map<string, number>()
  for (const id of firstIds) count.set(id, (count.get(id) ?? 0) + 1)
  const usedIds = new Set<string>()
  return fields.map((field, at) => {
    const base = firstIds[at] ?? ''
    let id = count.get(base) === 1 ? base : `${base}~${hash(field.names.join('\n')).slice(-4)}`
    while (usedIds.has(id)) id += '+'
    usedIds.add(id)
    return [...new Set([id, ...field.labels.slice(1).map((label) => former(field, label))])]
  })
}
