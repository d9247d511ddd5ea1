import { capitalized } from '../../reading/capital.ts'
import { condition, operation } from '../../reading/conditions.ts'
import { assertedAt, leaning, negatedAt, ofSomeoneElse } from '../../reading/polarity.ts'
import type { Sentence } from '../../reading/sentences.ts'
import type { Answer } from '../answer.ts'
import { speakerOf } from '../person.ts'
import { retellPatient, retellProvider } from '../retell.ts'
import { byPatient, promptOf, type Session } from '../session.ts'

const asksHistory =
  /medical (?:history|problems?|conditions?|issues?)|health (?:problems?|conditions?|issues?|history)|past history|history of|(?:ever been|been) diagnosed|other (?:medical|health) |chronic (?:illness|condition)|overall health|any other problems/
const asksSurgery =
  /surger(?:y|ies)|operations?\b|operated|had anything (?:removed|taken out)|procedures (?:done|in the past)/
const knownOf =
  /\b(?:history (?:is )?(?:significant )?(?:for|of)|past medical history|known|diagnosed with|your|suffers? (?:from|with)|status post|prior|has|have had|living with)\b(?:(?!\b(?:could|might|may|possible|rule out|to see if|risk|worry|concerned|think|family)\b).){0,110}$/
const unsure =
  /\b(?:could|might|may be|possible|rule out|likely|suspect|i think you|consistent with|worry about|look for|check for|worried about)\b/
const familyAsked = /family|mother|father|relatives|anyone|anybody/

/** Returns the items of a list such as "a past medical history significant for a, b and c". */
function listed(low: string): string[] {
  const list =
    /history (?:is )?(?:significant )?(?:for|of) (.+?)(?:,? (?:who|and (?:today|you're|is here|has|presents?|she's|he's)|here (?:for|today)|presents?|coming|so\b|tell me|for which|that we|we will)\b|[.?;]|$)/.exec(
      low,
    )?.[1]
  if (list === undefined || /\b(?:i|you|we)\b/.test(list)) return []
  const items = list
    .split(/,? and (?:an? )?|,\s*|(?: as well as )/)
    .map((item) =>
      item.replace(/^(?:and|an?|some|his|her|as well as|also|um+|uh+|prior|newly diagnosed)\s+/, '').trim(),
    )
    .filter((item) => item !== '' && item.split(' ').length <= 6)
  return items
}

/** Past and chronic illnesses, each with the sentence that names it. */
export function writeConditions(session: Session): Answer | null {
  const found = new Map<string, Sentence>()
  const add = (name: string, sentence: Sentence) => {
    const key = name.toLowerCase()
    if ([...found.keys()].some((known) => known.includes(key))) return
    for (const known of found.keys()) if (key.includes(known)) found.delete(known)
    found.set(key, sentence)
  }
  const loose: Sentence[] = []
  for (const sentence of session.sentences) {
    const { low, role, asks } = sentence
    const part = session.parts.get(sentence)
    if (role === 'provider') {
      if (unsure.test(low) || part === 'results' || /family history/.test(low)) continue
      if (!asks) for (const item of listed(low)) add(item, sentence)
      for (const match of low.matchAll(condition)) {
        const before = low.slice(0, match.index)
        if (knownOf.test(before) && !negatedAt(low, match.index) && (!asks || /\byour [a-z ]{0,12}$/.test(before)))
          add(match[0], sentence)
      }
      continue
    }
    if (asks || !byPatient(sentence)) continue
    const prompt = promptOf(session, sentence, asksHistory)
    const asked = asksHistory.test(prompt) && !familyAsked.test(prompt)
    const namedConditions = [...low.matchAll(condition)].filter(
      ({ index }) =>
        assertedAt(low, index) &&
        (asked || /\b(?:i have|i've|i had|my|i'm|i was|diagnosed|history|years?|since)\b/.test(low)),
    )
    for (const match of namedConditions) if (!familyAsked.test(prompt)) add(match[0], sentence)
    if (
      asked &&
      namedConditions.length === 0 &&
      leaning(low) !== 'no' &&
      sentence.place < 2 &&
      low.split(' ').length > 2
    )
      loose.push(sentence)
  }
  if (found.size > 0)
    return {
      value: [[...found.keys()].map((name) => `${capitalized(name)}.`).join(' ')],
      sentences: [...found.values()],
      confidence: 0.75,
    }
  if (loose.length > 0)
    return {
      value: [
        loose
          .slice(0, 3)
          .map(({ text, role }) => retellPatient(text, speakerOf(session.person, role), 'History', true))
          .join(' '),
      ],
      sentences: loose.slice(0, 3),
      confidence: 0.6,
    }
  const denial = denialTo(session, asksHistory, (prompt) => !familyAsked.test(prompt))
  return denial === undefined
    ? null
    : { value: ['Denies past medical problems.'], sentences: [denial], confidence: 0.75, denied: true }
}

/** Finds the reply that answers a question with "no". */
function denialTo(session: Session, asks: RegExp, fits: (prompt: string) => boolean): Sentence | undefined {
  return session.sentences.find((sentence) => {
    if (sentence.asks || !byPatient(sentence) || sentence.place !== 0) return false
    const last = sentence.answers.at(-1)?.low ?? ''
    return asks.test(last) && fits(last) && leaning(sentence.low) === 'no'
  })
}

const planned =
  /\b(?:will|going to|need|should|schedule|might|consider|option|before|after) (?:\w+ ){0,3}(?:surgery|operation|procedure)|do i|would i|whether/
const underwent =
  /\b(?:prior|previous|past|status post|history of|hx of|you had|had (?:an?|your|his|her)|underwent|since your|s\/p)\b.*/

/**
 * Returns the operation with up to three words before it: "right coronary stent" from "status post prior right coronary
 * stent in 2018". Undefined if there is none.
 */
function namedOperation(words: string): string | undefined {
  const [found] = operation.exec(words) ?? []
  if (found === undefined) return undefined
  const before = words.slice(0, words.indexOf(found)).trim().split(/\s+/)
  const from = before.findLastIndex((word) =>
    /^(?:post|prior|previous|past|of|an?|your|his|her|had|underwent|the)$/.test(word),
  )
  return `${capitalized([...before.slice(from + 1).slice(-3), found].join(' '))}.`
}

/** Past operations, in the words of the speaker. */
export function writeOperations(session: Session): Answer | null {
  const statements = session.sentences.filter((sentence) => {
    const { low, asks, role } = sentence
    if (asks) return false
    const at = low.search(operation)
    const prompt = promptOf(session, sentence, asksSurgery)
    if (role === 'provider')
      return (
        at >= 0 &&
        session.parts.get(sentence) === undefined &&
        !negatedAt(low, at) &&
        !planned.test(low) &&
        (underwent.exec(low)?.[0].search(operation) ?? -1) >= 0
      )
    if (at >= 0 && !negatedAt(low, at) && !ofSomeoneElse(low, at) && !planned.test(low) && leaning(low) !== 'no')
      return asksSurgery.test(prompt) || /\b(?:i|they|my|had|took|removed|was|when)\b/.test(low)
    return asksSurgery.test(prompt) && leaning(low) !== 'no' && low.split(' ').length > 2 && sentence.place < 3
  })
  const kept = statements.slice(0, 4)
  if (kept.length > 0)
    return {
      value: [
        kept
          .map((sentence) => {
            if (sentence.role !== 'provider')
              return retellPatient(
                sentence.text,
                speakerOf(session.person, sentence.role),
                'Surgery',
                sentence.place === 0,
              )
            const items = listed(sentence.low).filter((item) => operation.test(item) && item.split(' ').length < 6)
            if (items.length > 0) return items.map((item) => `${capitalized(item)}.`).join(' ')
            return (
              namedOperation(underwent.exec(sentence.low)?.[0] ?? '') ?? retellProvider(sentence.text, session.person)
            )
          })
          .filter((text, index, all) => all.indexOf(text) === index)
          .join(' '),
      ],
      sentences: kept,
      confidence: 0.7,
    }
  const denial = denialTo(session, asksSurgery, () => true)
  return denial === undefined
    ? null
    : { value: ['Denies past surgery.'], sentences: [denial], confidence: 0.75, denied: true }
}
