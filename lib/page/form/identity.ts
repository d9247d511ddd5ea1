import type { ControlKind, PageSource } from '../shapes.ts'
import { fold, hash, slug } from '../words.ts'

/** What a field's identity is made of: nothing that changes from one patient or visit to the next. */
export interface Identifying {
  source: PageSource
  /** The form's action as the page writes it. */
  action: string
  kind: ControlKind
  options: string[]
  names: string[]
  /** What the markup tells of its controls besides (`structureOf`); digits in it do not count. */
  structure: string
  /** The section and the label are read from the page's look. They only tell fields apart that are equal in all else. */
  section: string
  label: string
}

/** Numbers differ from one opening of a form to the next; what stands around them does not. */
export const maskDigits = (text: string): string => text.replace(/\d+/g, '#')

/** The path of an action without ids, query or host. */
export const maskedAction = (action: string): string =>
  maskDigits(action.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*$/, ''))

/** Options in short, to compare those of two fields; '' where there are none. */
export const optionsKey = (options: readonly string[]): string =>
  options.length === 0 ? '' : hash(options.map(fold).join('\n'))

const baseOf = ({ source, kind, options, names, structure }: Identifying, action: string): string => {
  const name = maskDigits(names[0] ?? '')
  const parts = [source, action, kind, optionsKey(options), name, maskDigits(structure)]
  return `${slug(name.toLowerCase()) || kind}-${hash(parts.join('\u0000')).slice(-6)}`
}

const isAlike = (one: Identifying, other: Identifying): boolean =>
  one.names[0] === other.names[0] &&
  one.source === other.source &&
  one.kind === other.kind &&
  one.structure === other.structure &&
  one.options.length === other.options.length &&
  one.options.every((option, at) => option === other.options[at])

interface Known {
  of: Identifying
  action: string
  base: string
}

/** The form that was read last: one that is read again mostly has the fields it had, in their order. */
let last: Known[] = []
/** So many fields may have gone since. */
const goneMost = 8

/** What each field came to when it was read before, or comes to now. */
function basesOf(fields: Identifying[], actionOf: (field: Identifying) => string): string[] {
  let from = 0
  const now = fields.map((field): Known => {
    const action = actionOf(field)
    for (let at = from; at < Math.min(from + goneMost, last.length); at++) {
      const known = last[at]
      if (!known || known.action !== action || !isAlike(known.of, field)) continue
      from = at + 1
      return known
    }
    return { of: field, action, base: baseOf(field, action) }
  })
  last = now
  return now.map(({ base }) => base)
}

/** What tells fields apart that are equal so far, in this order; the mark says what it was. */
const tieBreaks: { mark: string; of: (field: Identifying) => string }[] = [
  { mark: '.', of: ({ label }) => fold(label) },
  { mark: '.', of: ({ section }) => fold(section) },
  // Numbers alone differ: on another opening of the form they may be other ones.
  { mark: '~', of: ({ names }) => names.join('\n') },
]

/**
 * The ids of a form's fields, in order. An id is made of the control's name, structure, kind and options. Fields that are equal in
 * these are told apart by label and section, after a `.`. Fields that nothing but a number tells apart share the part
 * before `~`: whoever holds such an id from another opening of the form cannot be sure which one was meant.
 */
export function identify(fields: Identifying[]): string[] {
  // The fields of one form have one action.
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
  const taken = new Set<string>()
  return ids.map((id) => {
    let free = id
    while (taken.has(free)) free += '+'
    taken.add(free)
    return free
  })
}

/** The part of an id that look-alikes share. */
export const baseId = (id: string): string => id.replace(/~.*$/, '')

/** The part of an id that no label is in. */
export const controlId = (id: string): string => id.replace(/[.~].*$/, '')
