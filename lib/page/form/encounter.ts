import type { DocumentPart, PageField, PageReading, PageSource } from '../shapes.ts'

/**
 * A document of one visit with several pages, of which only one is loaded at a time. Holds what was read of each page.
 */
export interface Encounter {
  source: PageSource
  id: string
  parts: DocumentPart[]
}

/** Removes the values, so that no patient data is stored. */
const unanswered = (fields: readonly PageField[]): PageField[] => fields.map((field) => ({ ...field, value: [] }))

/**
 * Adds the page that was just read to the known pages of its document, or replaces the earlier reading of this page.
 * Stores questions only, no patient data.
 */
export function withReading(known: Encounter | null, { source, form, fields }: PageReading): Encounter | null {
  if (!form?.encounter) return null
  const same = known?.source === source && known.id === form.encounter ? known : null
  const read = { part: form.part ?? '', title: form.title, fields: unanswered(fields) }
  const parts = same?.parts ?? []
  const at = parts.findIndex(({ part }) => part === read.part)
  return { source, id: form.encounter, parts: at < 0 ? [...parts, read] : parts.with(at, read) }
}

/** Returns the other pages of the document, as they were last read. */
export function elsewhereOf(document: Encounter | null, { form }: Pick<PageReading, 'form'>): DocumentPart[] {
  return document?.parts.filter(({ part }) => part !== (form?.part ?? '')) ?? []
}

/**
 * Returns all known pages of the document: the loaded one and the ones read before, in the document's order if the EHR
 * lists it.
 */
function partsOf({ form, fields, elsewhere = [] }: PageReading): DocumentPart[] {
  const here = { part: form?.part ?? '', title: form?.title ?? '', fields }
  const order = form?.parts ?? []
  const place = ({ part }: DocumentPart): number => (order.includes(part) ? order.indexOf(part) : order.length)
  return [...elsewhere, here].sort((one, other) => place(one) - place(other))
}

/** Joins all known pages of a document into one form. */
export function wholeForm(reading: PageReading): PageReading {
  const { form, elsewhere = [] } = reading
  if (!form || elsewhere.length === 0) return reading
  const parts = partsOf(reading)
  const title = [...new Set(parts.map((each) => each.title).filter(Boolean))].join(', ')
  return { ...reading, form: { ...form, title }, fields: parts.flatMap(({ fields }) => fields) }
}

/** Returns true if all pages of the document were scanned. */
export function isWhole({ form, elsewhere = [] }: PageReading): boolean {
  if (!form?.part) return true
  const seen = new Set([form.part, ...elsewhere.map(({ part }) => part)])
  return form.parts !== undefined && form.parts.length > 0 && form.parts.every((part) => seen.has(part))
}

/** Returns the page of the document that contains this field, if this page is not the loaded page. */
export const pageOf = ({ elsewhere = [] }: PageReading, fieldId: string): DocumentPart | null =>
  elsewhere.find(({ fields }) => fields.some(({ id }) => id === fieldId)) ?? null
