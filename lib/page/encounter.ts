import type { PageField, PageReading, PageSource, PageValue } from './shapes.ts'

/** A document that spans several pages of one visit, of which one is loaded at a time; what was read of each. */
export interface Encounter {
  source: PageSource
  id: string
  parts: { part: string; title: string; fields: PageField[] }[]
}

/** The document with the page that was just read in it; another visit begins anew. null: the page is no part of one. */
export function withReading(known: Encounter | null, { source, form, fields }: PageReading): Encounter | null {
  if (!form?.encounter) return null
  const same = known?.source === source && known.id === form.encounter ? known : null
  const read = { part: form.part ?? '', title: form.title, fields }
  const parts = same?.parts ?? []
  const at = parts.findIndex(({ part }) => part === read.part)
  return { source, id: form.encounter, parts: at < 0 ? [...parts, read] : parts.with(at, read) }
}

/** Every field of the document that was seen so far, page by page. */
export const fieldsOf = ({ parts }: Encounter): PageField[] => parts.flatMap(({ fields }) => fields)

/** The values that wait for another page of the document, by that page's title: nothing of them is lost, nothing is forced. */
export function waiting(
  document: Encounter,
  reading: PageReading,
  values: PageValue[],
): { title: string; value: PageValue }[] {
  const here = new Set(reading.fields.map(({ id }) => id))
  return values.flatMap((value) => {
    if (!value.fieldId || here.has(value.fieldId)) return []
    const home = document.parts.find(({ fields }) => fields.some(({ id }) => id === value.fieldId))
    return home ? [{ title: home.title, value }] : []
  })
}
