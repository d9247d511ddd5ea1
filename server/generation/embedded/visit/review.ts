import type { Sentence } from '../../reading/sentences.ts'
import type { Answer } from '../answer.ts'
import type { Session } from '../session.ts'
import { symptomTopics } from '../topics/symptoms.ts'
import { yesOrNo } from '../yes-no.ts'

const together = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** Fills a review of systems: the symptoms that the patient reports, and those that the patient denies. */
export function writeReview(session: Session): Answer | null {
  const sessionText = session.sentences.map(({ low }) => low).join('\n')
  const reported: string[] = []
  const denied: string[] = []
  const sentences: Sentence[] = []
  for (const topic of symptomTopics) {
    // Most symptoms are never mentioned. This single test of the whole text saves a search for each of them.
    if (topic.ask?.test(sessionText) !== true) continue
    const answer = yesOrNo(session, topic)
    if (answer === null) continue
    ;(answer.value[0] === 'Yes' ? reported : denied).push(topic.label.toLowerCase())
    sentences.push(...answer.sentences)
  }
  if (sentences.length === 0) return null
  const texts = [
    ...(reported.length > 0 ? [`Reports ${together(reported).replace(' or ', ' and ')}.`] : []),
    ...(denied.length > 0 ? [`Denies ${together(denied)}.`] : []),
  ]
  return { value: [texts.join(' ')], sentences, confidence: 0.7, denied: reported.length === 0 }
}
