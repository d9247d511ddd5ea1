import { limits } from '../contracts/index.ts'

const fallback = 'field'
/** Leaves room for a number that makes the id unique. */
const stemMax = limits.identifierMax - 10

/** An id made from a field's name, unlike every id in `taken`: 'Chief Complaint' becomes `chief_complaint`. */
export function fieldIdFrom(name: string, taken: readonly string[]): string {
  const words = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const stem =
    words
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .slice(0, stemMax)
      .replace(/^_+|_+$/g, '') || fallback
  const used = new Set(taken)
  let id = stem
  for (let next = 2; used.has(id); next++) id = `${stem}_${next}`
  return id
}

/** What is wrong with an id a person typed; null where nothing is. `taken` are the other fields' ids (spec §5). */
export function checkFieldId(id: string, taken: readonly string[]): string | null {
  if (id.trim() === '') return 'A field needs an ID'
  if (id.length > limits.identifierMax) return `A field ID has at most ${limits.identifierMax} characters`
  return taken.includes(id) ? 'Field ID must be unique' : null
}
