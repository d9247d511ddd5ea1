import type { FieldOf, FieldType } from '../../../lib/contracts/index.ts'
import { rowsOf } from '../reading/rows.ts'

export type Sketch = {
  [Type in FieldType]: Omit<FieldOf<Type>, 'id' | 'name'>
}[FieldType]

export interface Section {
  name: string
  words: RegExp
  sketch: Sketch
}

export interface NoteKind {
  name: string
  words: RegExp
  sections: readonly string[]
}

const wordsOf = (source: string) => new RegExp(`\\b(?:${source})\\b`, 'gi')
const itemsOf = (list: string) => list.split(', ')

function sketchOf(type: string, instructions: string, list: string): Sketch {
  switch (type) {
    case 'bullet':
    case 'numbered':
    case 'paragraph':
      return { type: 'string', instructions, format: type }
    case 'single_choice':
    case 'multiple_choice':
      return { type, instructions, options: itemsOf(list) }
    case 'table':
      return { type, instructions, headers: itemsOf(list), rows: [itemsOf(list).map(() => '')] }
    default:
      return { type: type as 'string' | 'boolean' | 'number' | 'date', instructions }
  }
}

export const sections: readonly Section[] = rowsOf(new URL('./sections.tsv', import.meta.url)).map(
  ([name = '', type = '', words = '', instructions = '', list = '']) => ({
    name,
    words: wordsOf(words),
    sketch: sketchOf(type, instructions, list),
  }),
)

export const noteKinds: readonly NoteKind[] = rowsOf(new URL('./kinds.tsv', import.meta.url)).map(
  ([name = '', words = '', list = '']) => ({ name, words: wordsOf(words), sections: itemsOf(list) }),
)

const byName = new Map(sections.map((section) => [section.name, section]))

/** Throws if there is no such section. */
export function sectionNamed(name: string): Section {
  const section = byName.get(name)
  if (section === undefined) throw new Error(`There is no section called ${name}.`)
  return section
}
