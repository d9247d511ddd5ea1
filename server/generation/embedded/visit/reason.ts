import { capitalized } from '../../reading/capital.ts'
import { assertedAt } from '../../reading/polarity.ts'
import { plainWords, type Sentence } from '../../reading/sentences.ts'
import { symptoms } from '../../reading/symptoms.ts'
import type { Answer } from '../answer.ts'
import { gather } from '../gather.ts'
import { speakerOf } from '../person.ts'
import { retellPatient, retellProvider } from '../retell.ts'
import { byPatient, type Session } from '../session.ts'
import { topicById } from '../topics/index.ts'

const presents = [
  /\bpresents?(?: to [\w ]{0,30}?)?(?: here)?(?: today)?,? (?:for|with|complaining of)(?: (?:a |an |some |evaluation of |complaints? of ))*(.+)/,
  /\b(?:here|come in|coming in|came in|comes in|seen|in(?= today)|see (?:me|us)|visit)(?: today)?(?: here)?,? (?:and )?(?:because of|for|with|regarding|due to)(?: (?:a |an |some |your |the |evaluation of |complaints? of ))*(.+)/,
  /\breferred\b.{0,60}?\bfor (?:an? |possible )?(.+)/,
  /\b(?:referral|consultation)\b.{0,60}?\b(?:for|of) (?:an? |possible )?(.+)/,
  /\bcomplain(?:s|ing|ed)? of (.+)/,
  /\b(?:i (?:see|understand|hear|heard)|said|told me)(?: that)?,? you(?:'re| are|'ve)(?: been)? (?:having|feeling|experiencing|dealing with|struggling with) (?:some |an? |this )*(.+)/,
  /\b(?:i (?:see|understand|hear|heard)|it looks like|looks like)(?: that)?,? (?:you (?:have|had|'ve had|were|did|injured|hurt|twisted|broke|fell)) (.+)/,
]
const ends =
  /(?:,? (?:and )?(?:so|tell me|can you|could you|what happened|how are|how're|what's|today|who|which|i see|you have|you said|we will|is that|with a past|she is|he is|now|okay|right(?=[,.?]|$)|let's|please)\b|[.?!;]).*$/

const noReason =
  /^(?:,|what|why|that|this|it|me|us|now|the|your|you)\b(?!.* (?:pain|ache|injur))|\b(?:what are you|why are you|did you say)\b/

const complains =
  /\b(?:pain|hurts?|ache|problem|trouble|injur|swollen|sick|worse|bother\w*|burn\w*|sore|fell|broke|lump|can't)\b/

/**
 * Formats the reason as a sentence. A leading "right" or "left" means a side of the body here. Without this rule, it
 * would be removed as a filler word.
 */
function headline(reason: string, { person }: Session): string {
  const side = /^(?:right|left)\b ?/.exec(reason)?.[0] ?? ''
  const retold = retellProvider(reason.slice(side.length), person)
  return side === '' ? retold : `${capitalized(side)}${retold.charAt(0).toLowerCase()}${retold.slice(1)}`
}

/** Fills in the reason for the visit: the provider's introduction, followed by the first complaint of the patient. */
export function writeReason(session: Session): Answer | null {
  const early = (session.sentences.at(-1)?.turn ?? 0) * 0.35
  const opening = session.sentences.filter(({ turn }) => turn <= Math.max(early, 6))
  const providerReason = opening.flatMap((sentence): { reason: string; sentence: Sentence }[] => {
    if (byPatient(sentence) && sentence.role !== 'unknown') return []
    for (const pattern of presents) {
      const reason = (pattern.exec(plainWords(sentence.low))?.[1] ?? '').replace(ends, '').trim()
      if (/[a-z]{3,}/.test(reason) && reason.split(' ').length <= 16 && !noReason.test(reason))
        return [{ reason, sentence }]
    }
    return []
  })[0]
  const asked = gather(session, topicById('presenting'))
    .filter(({ via, sentence }) => via === 'answer' && sentence.low.split(' ').length > 3)
    .map(({ sentence }) => sentence)
  const complaints = opening.filter((sentence) => {
    if (!byPatient(sentence) || sentence.asks) return false
    const at = sentence.low.search(complains)
    return (
      (at >= 0 && assertedAt(sentence.low, at)) ||
      symptoms.some(({ phrases }) => {
        const found = sentence.low.search(phrases)
        return found >= 0 && assertedAt(sentence.low, found)
      })
    )
  })
  const first = complaints[0] ?? asked[0]
  const patientReasons = first === undefined ? [] : [first]
  const texts = [
    ...(providerReason === undefined ? [] : [headline(providerReason.reason, session)]),
    ...patientReasons
      .slice(0, providerReason === undefined ? 2 : 1)
      .map((sentence) =>
        retellPatient(sentence.text, speakerOf(session.person, sentence.role), 'Reason', sentence.place === 0),
      ),
  ]
  const sentences = [...(providerReason === undefined ? [] : [providerReason.sentence]), ...patientReasons.slice(0, 2)]
  return texts.length === 0
    ? null
    : { value: [texts.join(' ')], sentences, confidence: providerReason === undefined ? 0.65 : 0.8 }
}
