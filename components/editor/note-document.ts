/**
 * The severity of a highlight: 1 unsupported wording, 2 a number, date or name without evidence, 3 a contradiction
 * (product 10.7).
 */
export type HighlightSeverity = 1 | 2 | 3
export type HighlightMark = `highlight-${HighlightSeverity}`

/** Inline marks of a note. The text of a `placeholder` keeps its square brackets: `[what to write]`. */
export type NoteMark = 'bold' | 'italic' | 'placeholder' | HighlightMark

export type NoteInline = { type: 'text'; text: string; marks: NoteMark[] } | { type: 'break' }

export interface NoteTask {
  checked: boolean
  blocks: NoteBlock[]
}

export type NoteBlock =
  | { type: 'heading'; level: 1 | 2 | 3; content: NoteInline[] }
  | { type: 'paragraph'; content: NoteInline[] }
  // `start` is the number of the first item, and null for bullets. The numbers of the other items follow it. The first
  // block of an item is always a paragraph.
  | { type: 'list'; start: number | null; items: NoteBlock[][] }
  | { type: 'tasks'; items: NoteTask[] }
  // Every row has as many cells as the header.
  | { type: 'table'; header: NoteInline[][]; rows: NoteInline[][][] }

/**
 * A rich text as plain data. The editor edits it, the note shows it, and it is stored as Markdown (see `lib/report`).
 */
export type NoteDocument = NoteBlock[]
