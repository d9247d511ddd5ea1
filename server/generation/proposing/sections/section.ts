import type { FieldOf, FieldType } from '../../../../lib/contracts/index.ts'

/** The properties of a field without its id and name. */
export type Sketch = {
  [Type in FieldType]: Omit<FieldOf<Type>, 'id' | 'name'>
}[FieldType]

/** A part that many clinical notes have, such as "Diagnosis". */
export interface Section {
  name: string
  /** Matches the whole words with which people name the section. */
  words: RegExp
  sketch: Sketch
}

const wordsOf = (source: string) => new RegExp(`\\b(?:${source})\\b`, 'gi')

type Extra = { format?: 'bullet' | 'numbered' | 'paragraph' }

/** Creates a section with a text answer. */
export const text = (name: string, words: string, instructions: string, extra: Extra = {}): Section => ({
  name,
  words: wordsOf(words),
  sketch: { type: 'string', instructions, ...extra },
})

/** Creates a section with a yes/no, number, date or time answer. */
export const plain = (
  type: 'boolean' | 'number' | 'date' | 'start_time' | 'end_time' | 'start_end_time',
  name: string,
  words: string,
  instructions: string,
): Section => ({ name, words: wordsOf(words), sketch: { type, instructions } })

/** Creates a section with a single choice. */
export const one = (name: string, words: string, instructions: string, options: string[]): Section => ({
  name,
  words: wordsOf(words),
  sketch: { type: 'single_choice', instructions, options },
})

/** Creates a section with a multiple choice. */
export const many = (name: string, words: string, instructions: string, options: string[]): Section => ({
  name,
  words: wordsOf(words),
  sketch: { type: 'multiple_choice', instructions, options },
})

/** Creates a section with a table of empty cells. */
export const table = (name: string, words: string, instructions: string, headers: string[]): Section => ({
  name,
  words: wordsOf(words),
  sketch: { type: 'table', instructions, headers, rows: [headers.map(() => '')] },
})
