import type { DocumentPart, PageField, PageReading, PageSource } from '../shapes.ts'

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
export function withReading(encounter: Encounter | null, { source, form, fields }: PageReading): Encounter | null {
  if (!form?.encounter) return null
  const sameEncounter = encounter?.source === source && encounter.id === form.encounter ? encounter : null
  const newPart = { part: form.part ?? '', title: form.title, fields: unanswered(fields) }
  const parts = sameEncounter?.parts ?? []
  const at = parts.findIndex(({ part }) => part === newPart.part)
  return { source, id: form.encounter, parts: at < 0 ? [...parts, newPart] : parts.with(at, newPart) }
}

export function elsewhereOf(document: Encounter | null, { form }: Pick<PageReading, 'form'>): DocumentPart[] {
  return document?.parts.filter(({ part }) => part !== (form?.part ?? '')) ?? []
}

function partsOf({ form, fields, elsewhere = [] }: PageReading): DocumentPart[] {
  const loadedPart = { part: form?.part ?? '', title: form?.title ?? '', fields }
  const order = form?.parts ?? []
  const place = ({ part }: DocumentPart): number => (order.includes(part) ? order.indexOf(part) : order.length)
  return [...elsewhere, loadedPart].sort((one, otherPart) => place(one) - place(otherPart))
}

export function wholeForm(reading: PageReading): PageReading {
  const { form, elsewhere = [] } = reading
  if (!form || elsewhere.length === 0) return reading
  const parts = partsOf(reading)
  const title = [...new Set(parts.map((each) => each.title).filter(Boolean))].join(', ')
  return { ...reading, form: { ...form, title }, fields: parts.flatMap(({ fields }) => fields) }
}

export function isWhole({ form, elsewhere = [] }: PageReading): boolean {
  if (!form?.part) return true
  const knownParts = new Set([form.part, ...elsewhere.map(({ part }) => part)])
  return form.parts !== undefined && form.parts.length > 0 && form.parts.every((part) => knownParts.has(part))
}

export const pageOf = ({ elsewhere = [] }: PageReading, fieldId: string): DocumentPart | null =>
  elsewhere.find(({ fields }) => fields.some(({ id }) => id === fieldId)) ?? null
