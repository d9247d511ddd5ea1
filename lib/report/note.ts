import type { Field, FieldType, Result, ResultState, Template } from '../contracts/index.ts'
import { warnedParts, warningText } from './review.ts'

export interface NoteSection {
  id: string
  label: string
  type: FieldType
  state: ResultState
  /** The layout of the value. `empty`: there is no value. `unclear`: there are only `quotes`. */
  layout: 'empty' | 'unclear' | 'line' | 'text' | 'list' | 'table'
  value: readonly string[]
  /** For `unclear`: the words that were said, without the words of a field that leaves out names of people. */
  quotes: readonly string[]
  headers: readonly string[]
  /** One sentence for each flag that must not be lost, until somebody has decided about it. */
  warnings: readonly string[]
}

export interface Note {
  title: string
  sections: NoteSection[]
}

const layoutOf = (type: FieldType, { value, state }: Result): NoteSection['layout'] => {
  if (state === 'unclear') return 'unclear'
  if (value.every((part) => part.trim() === '')) return 'empty'
  if (type === 'table') return 'table'
  if (type === 'multiple_choice') return 'list'
  return type === 'string' || type === 'template' ? 'text' : 'line'
}

const leavesOutNames = (field: Field): boolean => field.type === 'string' && field.names === false
const quotesOf = ({ evidence }: Result): string[] => [...new Set(evidence.map(({ quote }) => quote))]

/** Returns the section of a field in a list. A field without a result was not asked: the list is empty. */
const sectionsOf = (field: Field, result: Result | undefined): NoteSection[] =>
  result === undefined
    ? []
    : [
        {
          id: field.id,
          label: field.name,
          type: field.type,
          state: result.state,
          layout: layoutOf(field.type, result),
          value: result.value,
          quotes: result.state === 'unclear' && !leavesOutNames(field) ? quotesOf(result) : [],
          headers: field.type === 'table' ? field.headers : [],
          warnings: warnedParts(result).map(warningText),
        },
      ]

/**
 * Combines a template and its results into a note. First come the template's fields, in their order. Then come the
 * results of other fields, which are built from the page's form; `extra` has the names of these fields. A field without
 * a result has no section.
 */
export function toNote(
  title: string,
  template: Pick<Template, 'fields'>,
  results: readonly Result[],
  extra: readonly { id: string; name: string }[] = [],
): Note {
  const byId = new Map(results.map((result) => [result.id, result]))
  const templateSections = template.fields.flatMap((field) => sectionsOf(field, byId.get(field.id)))
  const extraSections = extra.flatMap(({ id, name }) => sectionsOf({ id, name, type: 'string' }, byId.get(id)))
  return { title, sections: [...templateSections, ...extraSections] }
}

export function tableRows(section: Pick<NoteSection, 'headers' | 'value'>): string[][] {
  const width = Math.max(1, section.headers.length)
  const rows: string[][] = []
  for (let at = 0; at < section.value.length; at += width) rows.push(section.value.slice(at, at + width))
  return rows
}

export const mentioned = 'Mentioned in the session, without a certain answer'

export const mentionText = ({ quotes }: Pick<NoteSection, 'quotes'>): string =>
  quotes.length === 0 ? `${mentioned}.` : `${mentioned}: ${quotes.map((quote) => `“${quote}”`).join(' ')}`

/**
 * Returns the words of a note about an empty field. Only a language model can say that a field was not discussed: the
 * built-in writer overlooks words. A flag on an empty value says why it is empty.
 */
export function emptyText({ state, writer, flags }: Pick<Result, 'state' | 'writer' | 'flags'>): string {
  if (state !== 'not_discussed' || flags.length > 0) return 'No value.'
  return writer === 'model' ? 'Not discussed.' : 'No answer found. Check.'
}
