import { negatedAt } from '../../reading/polarity.ts'
import type { Sentence } from '../../reading/sentences.ts'
import type { Answer } from '../answer.ts'
import { speakerOf } from '../person.ts'
import { retellPatient } from '../retell.ts'
import { retellFinding } from '../retell-finding.ts'
import { byPatient, type Session } from '../session.ts'

const count =
  '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|few|couple(?: of)?|\\d+|past|last|many)'
const since = new RegExp(
  String.raw`\b(?:${count} (?:or \w+ )?(?:few |couple (?:of )?)?(?:hours?|days?|weeks?|months?|years?) (?:ago|now|back)|(?:for|in|over) (?:about |like |almost |the |maybe |at least )*(?:${count} )+(?:hours?|days?|weeks?|months?|years?)|yesterday|since (?:i|last|this|the|about|\w+day|\w+ber|\w+ary|march|april|may|june|july|august|labor|christmas)|last (?:night|week|month|year|\w+day)|this (?:morning|weekend|past)|over the weekend|started (?:about|around|in|on|last|when|\w+ \w+ ago)|(?:on|that was|it was) \w+day|when i was \w+)\b`,
)
const other =
  /\b(?:surger\w+|removed|appointment|vacation|vaccine|married|smok\w+|quit|drink|retired|born|moved|bought|a day|each day|every|per day|twice|school|checked|colonoscopy|physical|daughter|son|trip|travel\w*|semester|renovat\w*)\b/

/**
 * Finds when the symptoms began if the provider did not ask. Uses the first time span that the patient mentions or the
 * provider repeats.
 */
export function writeBeginning(session: Session): Answer | null {
  const early = (session.sentences.at(-1)?.turn ?? 0) * 0.5
  const names = (sentence: Sentence): boolean => {
    const at = sentence.low.search(since)
    return (
      at >= 0 &&
      !sentence.asks &&
      sentence.turn <= Math.max(early, 4) &&
      !other.test(sentence.low) &&
      !negatedAt(sentence.low, at)
    )
  }
  const patient = session.sentences.find((sentence) => byPatient(sentence) && names(sentence))
  if (patient !== undefined)
    return {
      value: [retellPatient(patient.text, speakerOf(session.person, patient.role), 'Onset', patient.place === 0)],
      sentences: [patient],
      confidence: 0.65,
    }
  const provider = session.sentences.find(
    (sentence) =>
      !byPatient(sentence) &&
      names(sentence) &&
      session.parts.get(sentence) === undefined &&
      /\byou|complain|present|started|began/.test(sentence.low) &&
      !/since i(?:'ve)? (?:saw|seen)|saw you|last (?:seen|saw|visit)|since (?:you|we)/.test(sentence.low),
  )
  return provider === undefined
    ? null
    : { value: [retellFinding(provider.text, session.person)], sentences: [provider], confidence: 0.55 }
}
