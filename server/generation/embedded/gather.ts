import { leaning, negatedAt, ofSomeoneElse, supposedAt } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import { byPatient, byProvider, promptOf, type Session } from './session.ts'
import { askable, type Topic } from './topics/index.ts'

/** A sentence that belongs to a topic, and how it came to be there. */
export interface Found {
  sentence: Sentence
  /** What was asked, in lower case, where the sentence answers a question about the topic. */
  prompt: string
  via: 'answer' | 'statement'
}

const where = (pattern: RegExp | undefined, low: string): number => (pattern === undefined ? -1 : low.search(pattern))

/** The topics a question asks for. */
const askedFor = (prompt: string): readonly Topic[] =>
  askable.filter(({ ask, id }) => !wideTopics.has(id) && ask?.test(prompt) === true)

const without = (text: string, pattern: RegExp | undefined): string =>
  pattern === undefined ? text : text.replaceAll(new RegExp(pattern.source, 'g'), ' ')

/** What a question asks for besides a topic: an answer to a question about several says little by its mere yes or no. */
export function askedBesides(prompt: string, topic: Topic): readonly Topic[] {
  const rest = without(without(prompt, topic.ask), topic.say)
  // "Allergic to any medication?" asks for one thing.
  return askedFor(rest).filter(({ id }) => id !== topic.id && id !== 'medications')
}
const wideTopics = new Set(['substances', 'presenting', 'adherence', 'onset', 'side_effects'])

function sayIndex(topic: Topic, sentence: Sentence): number {
  const at = where(topic.say, sentence.low)
  return at >= 0 && !(topic.notSay?.test(sentence.low) ?? false) ? at : -1
}

/** "Any fever in the children?" asks for somebody else's. */
const asksOfOthers =
  /\b(?:in|do|does|did|is|are|has|have|was|were) (?:the|your) (?:\w+ )?(?:children|kids|baby|son|daughter|husband|wife|partner|mother|father|mom|dad|parents?|brother|sister|family)\b(?!.*\byou\b)/

/** Sentences that answer a question about the topic, whole replies. */
function answered(session: Session, topic: Topic): Found[] {
  const { ask } = topic
  if (ask === undefined || topic.by !== 'patient') return []
  const found = session.sentences.flatMap((sentence): Found[] => {
    if (sentence.asks || !byPatient(sentence) || sentence.answers.length === 0) return []
    const prompt = promptOf(session, sentence, ask)
    if (topic.others !== true && sentence.role !== 'other' && asksOfOthers.test(prompt)) return []
    return ask.test(prompt) ? [{ sentence, prompt, via: 'answer' }] : []
  })
  // The visit's opening question counts once; later "how is it going" asks for something else.
  if (topic.id === 'presenting') {
    const first = found[0]?.sentence.turn
    return found.filter(({ sentence }) => sentence.turn === first)
  }
  // Of a reply to a question about several things only the sentences on this one count, where there are any.
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

/** Everything said about a topic, in the order it was said; answers to a direct question stand for more than chance remarks. */
export function gather(session: Session, topic: Topic): readonly Found[] {
  const kept = gathered.get(session) ?? new Map<string, readonly Found[]>()
  gathered.set(session, kept)
  const found = kept.get(topic.id) ?? collect(session, topic)
  kept.set(topic.id, found)
  return found
}

/** What was gathered of a session: fields ask for the same topics over and over. */
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
 * Whether a reply says no to the topic it was asked about by its first words. To a question about several things a no
 * denies each, unless it goes on to deny another of them by name ("drink or smoke?" — "No, I don't smoke.").
 */
export function saysNo(topic: Topic, { sentence, prompt, via }: Found): boolean {
  if (via !== 'answer' || sentence.place !== 0 || leaning(sentence.low) !== 'no') return false
  return !askedBesides(prompt, topic).some((other) => mention(other, sentence)?.negated === true)
}

/** Where a topic's own words stand in a sentence, and whether they are denied; null when they do not stand there. */
export function mention(topic: Topic, sentence: Sentence): { at: number; negated: boolean } | null {
  const at = sayIndex(topic, sentence)
  return at < 0 ? null : { at, negated: negatedAt(sentence.low, at) }
}
