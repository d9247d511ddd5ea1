import { condition } from '../../reading/conditions.ts'
import { medicine } from '../../reading/medicines.ts'
import { leaning } from '../../reading/polarity.ts'
import type { Sentence } from '../../reading/sentences.ts'
import { symptoms } from '../../reading/symptoms.ts'
import type { Answer } from '../answer.ts'
import { speakerOf } from '../person.ts'
import { retellPatient } from '../retell.ts'
import { byPatient, type Session } from '../session.ts'
import { symptomTopics } from '../topics/symptoms.ts'

const wordsMost = 190
const sentencesMost = 16

const bodily =
  /\b(?:pain\w*|hurts?|aches?|sore|stiff|worse|better|started|began|ago|since|weeks?|days?|months?|years?|yesterday|morning|night|fell|injur\w+|twist\w+|taking|took|medication\w*|pills?|ice|doctor|hospital|emergency|surgery|diet|exercise|blood|heart|knee|back|shoulder|wrist|ankle|foot|leg|arm|head|neck|stomach|chest|eyes?|skin|walk\w*|sleep\w*|eat\w*|tired|stress\w*|work\w*)\b/g
const idle =
  /^(?:(?:okay|yeah|yes|no|sure|hi|hello|good|thank\w*|mm-?hmm|all right|alright|right|uh|um|well|so|perfect|great|sounds good|you got it)\b[,. ]*)+$/

const weight = (low: string): number =>
  (low.match(bodily)?.length ?? 0) +
  2 * (low.match(condition)?.length ?? 0) +
  2 * (low.match(medicine)?.length ?? 0) +
  2 * symptoms.filter(({ phrases }) => phrases.test(low)).length

/**
 * Retells what the patient said before the examination: the statements with the highest weight, in the order spoken.
 */
export function writeStory(session: Session): Answer | null {
  const examined = [...session.parts].find(([, part]) => part === 'exam')?.[0].turn ?? Number.POSITIVE_INFINITY
  const statements = session.sentences.filter(
    (sentence) =>
      byPatient(sentence) &&
      !sentence.asks &&
      sentence.turn < examined &&
      sentence.low.split(' ').length > 3 &&
      !idle.test(sentence.low),
  )
  const order = statements
    .map((sentence) => ({ sentence, score: weight(sentence.low) }))
    .sort((a, b) => b.score - a.score)
  const kept = new Set<Sentence>()
  let words = 0
  for (const { sentence, score } of order) {
    const length = sentence.low.split(' ').length
    if (score === 0 || kept.size >= sentencesMost || words + length > wordsMost) continue
    kept.add(sentence)
    words += length
  }
  const sentences = statements.filter((sentence) => kept.has(sentence))
  const denied = symptomTopics.flatMap((topic) => {
    const no = session.sentences.find(
      (sentence) =>
        sentence.place === 0 &&
        byPatient(sentence) &&
        sentence.low.split(' ').length < 4 &&
        leaning(sentence.low) === 'no' &&
        sentence.answers.length === 1 &&
        topic.ask?.test(sentence.answers[0]?.low ?? '') === true,
    )
    return no === undefined ? [] : [{ topic, no }]
  })
  const texts = sentences.map((sentence) =>
    retellPatient(sentence.text, speakerOf(session.person, sentence.role), 'History', false),
  )
  const names = denied.map(({ topic }) => topic.label.toLowerCase())
  if (names.length > 0)
    texts.push(`Denies ${names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`}.`)
  if (texts.length === 0) return null
  return { value: [texts.join(' ')], sentences: [...sentences, ...denied.map(({ no }) => no)], confidence: 0.65 }
}
