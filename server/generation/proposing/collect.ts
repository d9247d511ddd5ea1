import { type Field, limits } from '../../../lib/contracts/index.ts'
import { fieldIdFrom, holdsScript } from '../../../lib/template/index.ts'
import { capitalized } from '../reading/capital.ts'
import type { Sketch } from './sections.ts'

export interface Collection {
  fields: Field[]
  add(name: string, sketch: Sketch): void
}

export function sketchCollection(): Collection {
  const fields: Field[] = []
  return {
    fields,
    add(name, sketch) {
      const fieldName = capitalized(name.trim()).slice(0, limits.nameMax)
      const isKnown = fields.some((field) => field.name.toLowerCase() === fieldName.toLowerCase())
      if (fieldName === '' || holdsScript(fieldName) || isKnown || fields.length >= limits.fieldsMax) return
      const id = fieldIdFrom(
        fieldName,
        fields.map((field) => field.id),
      )
      fields.push({ id, name: fieldName, ...structuredClone(sketch) })
    },
  }
}
