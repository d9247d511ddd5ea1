import { limits } from '../contracts/index.ts'

const fallback = 'field'
/**
 * Maximum length of the part of an id that is made from the name. The rest is for a suffix that makes the id unique.
 */
const stemMax = limits.identifierMax - 10

/** Creates an id from a name: 'Chief Complaint' becomes `chief_complaint`. The id is not in `takenIds`. */
export function fieldIdFrom(name: string, takenIds: readonly string[]): string {
  const words = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const stem =
    words
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .slice(0, stemMax)
      .replace(/^_+|_+$/g, '') || fallback
  const usedIds = new Set(takenIds)
  let id = stem
  for (let number = 2; usedIds.has(id); number++) id = `${stem}_${number}`
  return id
}

/** Returns the problem of an id that a person typed, or null. `takenIds`: the ids of the other fields (product 5.1). */
export function checkFieldId(id: string, takenIds: readonly string[]): string | null {
  if (id.trim() === '') return 'A field needs an ID'
  if (id.length > limits.identifierMax) return `A field ID can have at most ${limits.identifierMax} characters.`
  return takenIds.includes(id) ? 'Field ID must be unique' : null
}
