import { sentencesOf } from '../../lib/report/index.ts'
import type { NoteInline } from './note-document.ts'

/**
 * A part of inline content: one sentence, or content that belongs to no sentence, such as the space between two
 * sentences. `text` is the sentence, or null if the part is not a sentence.
 */
export interface SentenceRun {
  text: string | null
  content: NoteInline[]
}

const wordsOf = (part: NoteInline): string => (part.type === 'break' ? '\n' : part.text)

/** Cuts inline content into its sentences. Marks that cover several sentences are kept in each of them. */
export function sentenceRuns(content: readonly NoteInline[]): SentenceRun[] {
  const plain = content.map(wordsOf).join('')
  const runs: SentenceRun[] = []
  let end = 0
  for (const [from, to] of sentencesOf(plain)) {
    if (from > end) runs.push({ text: null, content: between(content, end, from) })
    runs.push({ text: plain.slice(from, to), content: between(content, from, to) })
    end = to
  }
  if (end < plain.length) runs.push({ text: null, content: between(content, end, plain.length) })
  return runs
}

/** The part [from, to) of inline content, in UTF-16 code units. A line break counts as one unit. */
function between(content: readonly NoteInline[], from: number, to: number): NoteInline[] {
  const inlines: NoteInline[] = []
  let at = 0
  for (const part of content) {
    const end = at + wordsOf(part).length
    if (end > from && at < to)
      inlines.push(part.type === 'break' ? part : { ...part, text: part.text.slice(Math.max(0, from - at), to - at) })
    at = end
  }
  return inlines
}
