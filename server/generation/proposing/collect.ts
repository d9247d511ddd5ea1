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
      const called = capitalized(name.trim()).slice(0, limits.nameMax)
      const known = fields.some((field) => field.name.toLowerCase() === called.toLowerCase())
      if (called === '' || holdsScript(called) || known || fields.length >= limits.fieldsMax) return
      const id = fieldIdFrom(
        called,
        fields.map((field) => field.id),
      )
      fields.push({ id, name: called, ...structuredClone(sketch) })
    },
  }
}
