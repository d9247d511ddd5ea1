import { attribute, localName } from '../natives.ts'
import type { ControlKind } from '../shapes.ts'
import { isInput } from './controls.ts'
import type { ScannedField } from './scanned-field.ts'

/** Matches ids that scripts generate anew each time: React's `:r1:`, hexadecimal numbers, letters between digits. */
const generated = /[:«»]|[0-9a-f]{8}|\d[a-z]+\d/i

/**
 * Describes a field by its markup only: the type of its first control, and the control's id if it has no name. The
 * result does not change if the page wraps or moves the control.
 */
export function structureOf({ controls: [control], names }: ScannedField): string {
  if (!control) return ''
  const type = isInput(control) ? `input:${control.type}` : localName(control)
  const id = names.length === 0 ? (attribute(control, 'id') ?? '') : ''
  return id === '' || generated.test(id) ? type : `${type} ${id}`
}

/** Kinds that may have been inferred from the text around an input, such as `MM/DD/YYYY` in its label. */
const inferredKinds: ReadonlySet<ControlKind> = new Set(['date', 'time', 'date_time'])

/** Returns the kind by the control alone. It does not depend on the text around it, or on whether its list is open. */
export function ownKind({ kind, offers, controls: [control] }: ScannedField): ControlKind {
  if (offers) return 'text'
  return control && isInput(control) && control.type === 'text' && inferredKinds.has(kind) ? 'text' : kind
}
