import type { ControlKind, PageSource } from './shapes.ts'
import { fold, hash, slug } from './words.ts'

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
  const parts = [
    it.source,
    action,
    fold(it.section),
    fold(it.label),
    it.kind,
    it.options.length === 0 ? noOptions : hash(it.options.map(fold).join('\n')),
    maskDigits(it.names[0] ?? ''),
  ]
  return `${slug(it.label) || it.kind}-${hash(parts.join('\u0000')).slice(-6)}`
}

/** A form that is read again mostly has the fields it had: what each came to, by its name and label. */
const known = new Map<string, { of: Identifying; action: string; base: string }>()
const knownMost = 5000

const isAlike = (one: Identifying, other: Identifying): boolean =>
  one.source === other.source &&
  one.section === other.section &&
  one.kind === other.kind &&
  one.options.length === other.options.length &&
  one.options.every((option, at) => option === other.options[at])

function knownBase(it: Identifying, action: string): string {
  const said = `${it.names[0] ?? ''}\u0000${it.label}`
  const before = known.get(said)
  if (before && before.action === action && isAlike(before.of, it)) return before.base
  const base = baseOf(it, action)
  if (known.size >= knownMost) known.clear()
  known.set(said, { of: it, action, base })
  return base
}

/**
 * The ids of a form's fields, in order. Fields that nothing but their number tells apart share the part before `~`:
 * whoever holds such an id from another opening of the form cannot be sure which one was meant.
 */
export function identify(fields: Identifying[]): string[] {
  // The fields of one form have one action.
  const actions = new Map<string, string>()
  for (const { action } of fields) if (!actions.has(action)) actions.set(action, maskedAction(action))
  const bases = fields.map((field) => knownBase(field, actions.get(field.action) ?? ''))
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
