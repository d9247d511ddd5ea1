import { attribute, localName } from '../natives.ts'
import type { ControlKind } from '../shapes.ts'
import { isInput } from './controls.ts'
import type { Found } from './found.ts'

/** Ids that scripts make anew at each opening: React's `:r1:`, hexadecimal numbers, letters between digits. */
const generated = /[:«»]|[0-9a-f]{8}|\d[a-z]+\d/i

/**
 * What the markup alone tells of a field: the type of its first control, and the control's own id where it has no name.
 * Wrapping or moving the control changes nothing of it.
 */
export function structureOf({ controls: [control], names }: Found): string {
  if (!control) return ''
  const type = isInput(control) ? `input:${control.type}` : localName(control)
  const id = names.length === 0 ? (attribute(control, 'id') ?? '') : ''
  return id === '' || generated.test(id) ? type : `${type} ${id}`
}

/** Kinds that the words around an input may have told: `MM/DD/YYYY` in its label makes a date of it. */
const told: ReadonlySet<ControlKind> = new Set(['date', 'time', 'date_time'])

/** The kind as far as the control itself tells it, whatever the words around it say and whether its list is open. */
export function ownKind({ kind, offers, controls: [control] }: Found): ControlKind {
  if (offers) return 'text'
  return control && isInput(control) && control.type === 'text' && told.has(kind) ? 'text' : kind
}
