import type { Output, Template } from '../../../lib/contracts/index.ts'
import type { EvalVisit } from '../sets.ts'
import { writeNote } from '../write-note.ts'

const small = new Set(
  'a an the and or of to in on at is are was has have had no not none denies denied patient client he she they him her his their any with for'.split(
    ' ',
  ),
)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Words from the template itself: the name, the instructions and, for the type `template`, the text of a field. */
const wordingOf = (field: Template['fields'][number]): string =>
  `${field.name} ${field.instructions ?? ''} ${field.type === 'template' ? field.text : ''}`

/** The sentences of a note's text fields, without the template's own words and without words that every note has. */
function sentencesOf({ fields }: Template, { results }: Output): Set<string> {
  const templateWords = new Set(fields.flatMap((field) => wordsOf(wordingOf(field))))
  const texts = results.filter(({ type }) => type === 'string' || type === 'template').flatMap(({ value }) => value)
  const sentences = texts.flatMap((text) => text.replaceAll(/^\s*(?:\d+\.|-)\s+/gm, '').split(/(?<=[.!?])\s+|\n+/))
  const bare = sentences.map((sentence) =>
    wordsOf(sentence)
      .filter((word) => !templateWords.has(word) && !small.has(word))
      .join(' '),
  )
  return new Set(bare.filter((sentence) => sentence !== ''))
}

const swaps = 3

/**
 * Runs each template with one patient's details on the conversations of three other patients. Returns the share of the
 * resulting sentences that also occur in the first patient's note. Such sentences do not come from the conversation.
 */
export async function swapped(visits: readonly EvalVisit[]) {
  let shared = 0
  let all = 0
  for (const [index, visit] of visits.entries()) {
    const ownSentences = sentencesOf(visit.template, await writeNote(visit))
    const others = visits.filter(({ turns }) => turns !== visit.turns && turns.join() !== visit.turns.join())
    for (let step = 0; step < Math.min(swaps, others.length); step++) {
      const other = others[(index + step * 5) % others.length]
      if (other === undefined) continue
      for (const sentence of sentencesOf(visit.template, await writeNote({ ...visit, turns: other.turns }))) {
        all++
        if (ownSentences.has(sentence)) shared++
      }
    }
  }
  return { percent: (100 * shared) / Math.max(1, all), shared, of: all }
}
