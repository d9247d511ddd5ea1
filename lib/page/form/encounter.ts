import type { DocumentPart, PageField, PageReading, PageSource } from '../shapes.ts'

/** A document that spans several pages of one visit, of which one is loaded at a time; what was read of each. */
export interface Encounter {
  source: PageSource
  id: string
  parts: DocumentPart[]
}

/** What the form asks, without what anybody has answered. */
const unanswered = (fields: readonly PageField[]): PageField[] => fields.map((field) => ({ ...field, value: [] }))

/**
 * The document with the page that was just read in it; another visit begins anew. Questions only: no patient's words are
 * kept. null: the page is no part of one.
 */
export function withReading(known: Encounter | null, { source, form, fields }: PageReading): Encounter | null {
  if (!form?.encounter) return null
  const same = known?.source === source && known.id === form.encounter ? known : null
  const read = { part: form.part ?? '', title: form.title, fields: unanswered(fields) }
  const parts = same?.parts ?? []
  const at = parts.findIndex(({ part }) => part === read.part)
  return { source, id: form.encounter, parts: at < 0 ? [...parts, read] : parts.with(at, read) }
}

/** The pages of a document besides the one that is loaded, as they were last read. */
export function elsewhereOf(document: Encounter | null, { form }: Pick<PageReading, 'form'>): DocumentPart[] {
  return document?.parts.filter(({ part }) => part !== (form?.part ?? '')) ?? []
}

/** Every page that is known of the document: the loaded one and those seen before, in the document's own order where it tells one. */
function partsOf({ form, fields, elsewhere = [] }: PageReading): DocumentPart[] {
  const here = { part: form?.part ?? '', title: form?.title ?? '', fields }
  const order = form?.parts ?? []
  const place = ({ part }: DocumentPart): number => (order.includes(part) ? order.indexOf(part) : order.length)
  return [...elsewhere, here].sort((one, other) => place(one) - place(other))
}

/** The whole document as one form, as far as it was seen; a form of one page is itself. */
export function wholeForm(reading: PageReading): PageReading {
  const { form, elsewhere = [] } = reading
  if (!form || elsewhere.length === 0) return reading
  const parts = partsOf(reading)
  const title = [...new Set(parts.map((each) => each.title).filter(Boolean))].join(', ')
  return { ...reading, form: { ...form, title }, fields: parts.flatMap(({ fields }) => fields) }
}

/** Whether a document's pages were all seen: only then is a field that none of them has gone. */
export function isWhole({ form, elsewhere = [] }: PageReading): boolean {
  if (!form?.part) return true
  const seen = new Set([form.part, ...elsewhere.map(({ part }) => part)])
  return form.parts !== undefined && form.parts.length > 0 && form.parts.every((part) => seen.has(part))
}

/** The page of the document on which a field stands that is not on the loaded one; null where none is known. */
export const pageOf = ({ elsewhere = [] }: PageReading, fieldId: string): DocumentPart | null =>
  elsewhere.find(({ fields }) => fields.some(({ id }) => id === fieldId)) ?? null
