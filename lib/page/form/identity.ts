import type { ControlKind, PageSource } from '../shapes.ts'
import { fold, hash, slug } from '../words.ts'

/** What a field's identity is made of: nothing that changes from one patient or visit to the next. */
export interface Identifying {
  source: PageSource
  /** The form's action as the page writes it. */
  action: string
  section: string
  label: string
  kind: ControlKind
  options: string[]
  names: string[]
}

/** Numbers differ from one opening of a form to the next; what stands around them does not. */
const maskDigits = (text: string): string => text.replace(/\d+/g, '#')

/** The path of an action without ids, query or host. */
export const maskedAction = (action: string): string =>
  maskDigits(action.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*$/, ''))

const noOptions = hash('')

const baseOf = (it: Identifying, action: string): string => {
  const label = fold(it.label)
  const options = it.options.length === 0 ? noOptions : hash(it.options.map(fold).join('\n'))
  const parts = `${it.source}\u0000${action}\u0000${fold(it.section)}\u0000${label}\u0000${it.kind}\u0000${options}\u0000${maskDigits(it.names[0] ?? '')}`
  return `${slug(label) || it.kind}-${hash(parts).slice(-6)}`
}

const isAlike = (one: Identifying, other: Identifying): boolean =>
  one.label === other.label &&
  one.names[0] === other.names[0] &&
  one.source === other.source &&
  one.section === other.section &&
  one.kind === other.kind &&
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

/**
 * The ids of a form's fields, in order. Fields that nothing but their number tells apart share the part before `~`:
 * whoever holds such an id from another opening of the form cannot be sure which one was meant.
 */
export function identify(fields: Identifying[]): string[] {
  // The fields of one form have one action.
  const actions = new Map<string, string>()
  for (const { action } of fields) if (!actions.has(action)) actions.set(action, maskedAction(action))
  const bases = basesOf(fields, ({ action }) => actions.get(action) ?? '')
  const count = new Map<string, number>()
  for (const base of bases) count.set(base, (count.get(base) ?? 0) + 1)
  const taken = new Set<string>()
  return bases.map((base, at) => {
    let id = count.get(base) === 1 ? base : `${base}~${hash((fields[at]?.names ?? []).join('\n')).slice(-4)}`
    while (taken.has(id)) id += '+'
    taken.add(id)
    return id
  })
}

/** The part of an id that look-alikes share. */
export const baseId = (id: string): string => id.replace(/~.*$/, '')
