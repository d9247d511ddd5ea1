import { medicine } from '../../reading/medicines.ts'
import { leaning, negatedAt } from '../../reading/polarity.ts'
import type { Sentence } from '../../reading/sentences.ts'
import { byPatient, type Session } from '../session.ts'

const known =
  /\b(?:you(?:'re| are)|she is|he is|she's|he's) (?:still )?allergic to ([^.?;]+?)(?:,? (?:is that|right|correct|and (?:it|you|your|i)|or (?:is|do)|what|any)\b|[.?;]|$)/
const reaction =
  /\b(?:allerg\w*|rash|hives|itch\w*|swell\w*|swollen|throat|anaphyla\w*|break out|reaction|penicillin|sulfa|latex|peanuts?|shellfish|eggs?|bees?|pollen|molds?|dust|iodine|contrast|nuts?|cats?|dogs?|milk|gluten|just|only)\b/

/** Allergies that the provider reads from the chart and that the patient does not deny. */
export function chartedAllergies(session: Session): { text: string; sentences: Sentence[] }[] {
  return session.sentences.flatMap((sentence, index) => {
    if (byPatient(sentence)) return []
    const found = known.exec(sentence.low)
    if (found === null || found[1] === undefined || negatedAt(sentence.low, found.index)) return []
    const reply = session.sentences
      .slice(index + 1, index + 5)
      .find((next) => byPatient(next) && next.turn > sentence.turn)
    const asked = sentence.asks || sentence.low.endsWith('?')
    if (asked && (reply === undefined || leaning(reply.low) !== 'yes')) return []
    return [
      {
        text: `Allergic to ${found[1].trim()}.`,
        sentences: asked && reply !== undefined ? [sentence, reply] : [sentence],
      },
    ]
  })
}

/**
 * True if a reply to a question about allergies may be about an allergy: it is short, is a denial, or names a medicine,
 * substance or reaction.
 */
export const tellsOfAllergy = (low: string): boolean =>
  low.split(/\s+/).length < 5 ||
  reaction.test(low) ||
  low.match(medicine) !== null ||
  /\bno\b|\bnot\b|\bnone\b|nothing/.test(low)
