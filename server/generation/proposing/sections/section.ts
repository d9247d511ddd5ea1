import type { FieldOf, FieldType } from '../../../../lib/contracts/index.ts'

/** A field without its place in a template. */
export type Sketch = {
  [Type in FieldType]: Omit<FieldOf<Type>, 'id' | 'name'>
}[FieldType]

/** A part of clinical notes that many templates have. */
export interface Section {
  name: string
  /** Words that call for it, anywhere, whole words only. */
  words: RegExp
  sketch: Sketch
}

const wordsOf = (source: string) => new RegExp(`\\b(?:${source})\\b`, 'gi')

type Extra = { format?: 'bullet' | 'numbered' | 'paragraph' }

/** A section answered in text. */
export const text = (name: string, words: string, instructions: string, extra: Extra = {}): Section => ({
  name,
  words: wordsOf(words),
  sketch: { type: 'string', instructions, ...extra },
})

/** A section answered with yes or no, a number, a date or a time. */
export const plain = (
  type: 'boolean' | 'number' | 'date' | 'start_time' | 'end_time' | 'start_end_time',
  name: string,
  words: string,
  instructions: string,
): Section => ({ name, words: wordsOf(words), sketch: { type, instructions } })

/** A section answered with one option. */
export const one = (name: string, words: string, instructions: string, options: string[]): Section => ({
  name,
  words: wordsOf(words),
  sketch: { type: 'single_choice', instructions, options },
})

/** A section answered with any options. */
export const many = (name: string, words: string, instructions: string, options: string[]): Section => ({
  name,
  words: wordsOf(words),
  sketch: { type: 'multiple_choice', instructions, options },
})

/** A section that is a table with empty cells. */
export const table = (name: string, words: string, instructions: string, headers: string[]): Section => ({
  name,
  words: wordsOf(words),
  sketch: { type: 'table', instructions, headers, rows: [headers.map(() => '')] },
})
