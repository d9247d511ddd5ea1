import { leaning, negatedAt, ofSomeoneElse, supposedAt } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import { byPatient, byProvider, promptOf, type Session } from './session.ts'
import { askable, type Topic } from './topics/index.ts'

/** A sentence that belongs to a topic, and the reason why. */
export interface Found {
  sentence: Sentence
  /** The question, in lower case, if the sentence answers a question about the topic. */
  prompt: string
  via: 'answer' | 'statement'
}

const where = (pattern: RegExp | undefined, low: string): number => (pattern === undefined ? -1 : low.search(pattern))

/** The topics that a question asks about. */
const askedFor = (prompt: string): readonly Topic[] =>
  askable.filter(({ ask, id }) => !wideTopics.has(id) && ask?.test(prompt) === true)

const without = (text: string, pattern: RegExp | undefined): string =>
  pattern === undefined ? text : text.replaceAll(new RegExp(pattern.source, 'g'), ' ')

/**
 * Returns the other topics that a question asks about. If there are several topics, a plain yes or no does not say
 * which one is meant.
 */
export function askedBesides(prompt: string, topic: Topic): readonly Topic[] {
  const rest = without(without(prompt, topic.ask), topic.say)
  // "Allergic to any medication?" asks about allergies only, not about medicines.
  return askedFor(rest).filter(({ id }) => id !== topic.id && id !== 'medications')
}
const wideTopics = new Set(['substances', 'presenting', 'adherence', 'onset', 'side_effects'])

function sayIndex(topic: Topic, sentence: Sentence): number {
  const at = where(topic.say, sentence.low)
  return at >= 0 && !(topic.notSay?.test(sentence.low) ?? false) ? at : -1
}

/** Matches a question about another person than the patient, such as "Any fever in the children?". */
const asksOfOthers =
  /\b(?:in|do|does|did|is|are|has|have|was|were) (?:the|your) (?:\w+ )?(?:children|kids|baby|son|daughter|husband|wife|partner|mother|father|mom|dad|parents?|brother|sister|family)\b(?!.*\byou\b)/

/** Finds the replies to questions about the topic, with all their sentences. */
function answered(session: Session, topic: Topic): Found[] {
  const { ask } = topic
  if (ask === undefined || topic.by !== 'patient') return []
  const found = session.sentences.flatMap((sentence): Found[] => {
    if (sentence.asks || !byPatient(sentence) || sentence.answers.length === 0) return []
    const prompt = promptOf(session, sentence, ask)
    if (topic.others !== true && sentence.role !== 'other' && asksOfOthers.test(prompt)) return []
    return ask.test(prompt) ? [{ sentence, prompt, via: 'answer' }] : []
  })
  // Only the first opening question counts. A later "how is it going" asks about something else.
  if (topic.id === 'presenting') {
    const first = found[0]?.sentence.turn
    return found.filter(({ sentence }) => sentence.turn === first)
  }
  // If the question was about several topics, and some sentences of the reply name this one, only those sentences
  // count.
  return found.filter(({ sentence, prompt }) => {
    if (topic.say === undefined || askedBesides(prompt, topic).length === 0) return true
    const reply = found.filter((other) => other.sentence.turn === sentence.turn)
    return !reply.some((other) => sayIndex(topic, other.sentence) >= 0) || sayIndex(topic, sentence) >= 0
  })
}

function stated(session: Session, topic: Topic): Found[] {
  return session.sentences.flatMap((sentence): Found[] => {
    const speaks = topic.by === 'provider' ? byProvider(sentence) : byPatient(sentence)
    const at = speaks && !sentence.asks ? sayIndex(topic, sentence) : -1
    if (at < 0) return []
    if (topic.by === 'patient' && topic.others !== true && ofSomeoneElse(sentence.low, at)) return []
    if (topic.by === 'patient' && supposedAt(sentence.low, at)) return []
    return [{ sentence, prompt: '', via: 'statement' }]
  })
}

/**
 * Returns everything said about a topic, in the order spoken. For topics with `answersFirst`, only answers to direct
 * questions count, if there are any.
 */
export function gather(session: Session, topic: Topic): readonly Found[] {
  const kept = gathered.get(session) ?? new Map<string, readonly Found[]>()
  gathered.set(session, kept)
  const found = kept.get(topic.id) ?? collect(session, topic)
  kept.set(topic.id, found)
  return found
}

/** Cache per session, because many fields ask about the same topics. */
const gathered = new WeakMap<Session, Map<string, readonly Found[]>>()

function collect(session: Session, topic: Topic): Found[] {
  const answers = answered(session, topic)
  const statements = stated(session, topic)
  if (topic.answersFirst === true && answers.length > 0) return answers
  const taken = new Set(answers.map(({ sentence }) => sentence))
  return [...answers, ...statements.filter(({ sentence }) => !taken.has(sentence))].sort(
    (a, b) => a.sentence.turn - b.sentence.turn || a.sentence.start - b.sentence.start,
  )
}

/**
 * True if a reply begins with a "no" to the topic of the question. If the question names several topics, the "no"
 * denies each of them, unless the reply goes on to deny one of the others by name ("drink or smoke?", "No, I don't
 * smoke.").
 */
export function saysNo(topic: Topic, { sentence, prompt, via }: Found): boolean {
  if (via !== 'answer' || sentence.place !== 0 || leaning(sentence.low) !== 'no') return false
  return !askedBesides(prompt, topic).some((other) => mention(other, sentence)?.negated === true)
}

/**
 * Finds the phrases of a topic in a sentence. Returns the offset of the first one, and `negated: true` if it is
 * negated. Null if there is none.
 */
export function mention(topic: Topic, sentence: Sentence): { at: number; negated: boolean } | null {
  const at = sayIndex(topic, sentence)
  return at < 0 ? null : { at, negated: negatedAt(sentence.low, at) }
}
