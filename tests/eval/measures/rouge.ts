import type { EvalVisit } from '../sets.ts'
import { noteText, writeNote } from '../write-note.ts'

const words = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

function counts(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const word of words(text)) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}

/**
 * The ROUGE-1 score (F1) of two texts, in per cent. Counts the words that both texts contain, with repetitions. Does
 * not reduce words to their stems.
 */
export function rouge1(candidate: string, reference: string): number {
  const candidateCounts = counts(candidate)
  const wanted = counts(reference)
  let shared = 0
  for (const [word, count] of candidateCounts) shared += Math.min(count, wanted.get(word) ?? 0)
  const sum = words(candidate).length + words(reference).length
  return sum === 0 ? 0 : (200 * shared) / sum
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/**
 * Returns the mean ROUGE-1 score of the notes. For comparison, also scores a copy of the conversation and the reference
 * note of another patient. Null if no visit has a reference note.
 */
export async function rougeOfNotes(visits: readonly EvalVisit[]) {
  const referenced = visits.flatMap(({ reference, ...visit }) =>
    reference === undefined ? [] : [{ ...visit, reference }],
  )
  if (referenced.length === 0) return null
  const notes = await Promise.all(
    referenced.map(async (visit) => rouge1(noteText(visit.template, await writeNote(visit)), visit.reference)),
  )
  const copied = referenced.map(({ turns, reference }) => rouge1(turns.join('\n'), reference))
  const others = referenced.map(({ reference, template }, index) => {
    const alike = referenced.filter((other, at) => at !== index && other.template.id === template.id)
    return rouge1(alike[index % Math.max(1, alike.length)]?.reference ?? '', reference)
  })
  return { note: mean(notes), transcriptCopied: mean(copied), anotherPatientsNote: mean(others) }
}
