import type { Sentence } from '../../reading/sentences.ts'
import type { Answer } from '../answer.ts'
import { retellFinding } from '../retell-finding.ts'
import { byProvider, type Session } from '../session.ts'

const span = String.raw`(?:an? |one |two |three |four |five |six |seven |eight |ten |twelve |couple (?:of )?|few |\d+(?:-\d+)? |next )+(?:to \w+ )?(?:days?|weeks?|months?|years?)`
const returns = new RegExp(
  String.raw`\b(?:follow[- ]?up|come (?:back|in and see|see me)|see (?:you|me|us|him|her) (?:back|again|in|after|next)|call (?:me|us|the office|my office|back)|return (?:to|in|if)|recheck|re-?assess|re-?evaluate|check ?up|(?:make|schedule) an? appointment|back (?:here )?in (?:${span}))\b`,
)
const timed = new RegExp(String.raw`\b(?:in|for|after|about|within) (?:about |approximately )?(?:${span})`)
const early =
  /\b(?:you (?:are|were|'re) here|here (?:today )?for|presents?|came in|last time|since (?:your|the) last)\b|^hey,? dragon/

/** Says when, or under which condition, the patient should come back. Null if nothing was said. */
export function writeFollowUp(session: Session): Answer | null {
  const late = (session.sentences.at(-1)?.turn ?? 0) * 0.4
  const candidates = session.sentences
    .filter(
      (sentence) =>
        byProvider(sentence) &&
        sentence.turn >= late &&
        !early.test(sentence.low) &&
        !/^(?:do|have|any|is|are) /.test(sentence.low),
    )
    .flatMap((sentence): { sentence: Sentence; score: number }[] => {
      const back = returns.test(sentence.low)
      if (!back) return []
      return [{ sentence, score: 2 + (timed.test(sentence.low) ? 2 : 0) + (/\bif\b/.test(sentence.low) ? 1 : 0) }]
    })
  let words = 0
  const kept = new Set<Sentence>()
  for (const { sentence } of [...candidates].sort((a, b) => b.score - a.score)) {
    const length = sentence.low.split(' ').length
    if (kept.size >= 3 || (kept.size > 0 && words + length > 65)) continue
    kept.add(sentence)
    words += length
  }
  const sentences = candidates.map(({ sentence }) => sentence).filter((sentence) => kept.has(sentence))
  const texts = sentences.map(({ text }) => retellFinding(text, session.person)).filter((text) => text !== '')
  return texts.length === 0 ? null : { value: [texts.join(' ')], sentences, confidence: 0.7 }
}
