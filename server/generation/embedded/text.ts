import type { ListFormat } from '../../../lib/contracts/index.ts'
import { capitalized } from '../reading/capital.ts'
import { leaning } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import type { Answer } from './answer.ts'
import { contentStems, rank } from './bm25.ts'
import { type Found, gather, mention, saysNo } from './gather.ts'
import { deniedMedicines, readMedications } from './medications.ts'
import { speakerOf } from './person.ts'
import { retellPatient, retellProvider } from './retell.ts'
import { byPatient, type Session } from './session.ts'
import { suicidality } from './suicidality.ts'
import { narrativeTopics, type Topic, topicById, topicsOf } from './topics/index.ts'
import { chartedAllergies, tellsOfAllergy } from './visit/allergies.ts'
import { visitWriter } from './visit/index.ts'
import { writeBeginning } from './visit/onset.ts'
import { writeStory } from './visit/story.ts'
import { yesOrNo } from './yes-no.ts'

/** A question whose answer is a text. It comes from a field, a table cell or a placeholder of a template. */
export interface TextAsk {
  name: string
  instructions?: string | undefined
  format?: ListFormat | undefined
}

interface Piece {
  text: string
  sentences: Sentence[]
  denied: boolean
}

const bareWords = (low: string): number =>
  low
    .replace(/^(?:no|nope|never|yes|yeah|not (?:really|at all|lately))[,.]? ?/, '')
    .split(/\s+/)
    .filter(Boolean).length

/** Small talk and agreement, which are left out of a note. */
const empty =
  /^(?:hi|hello|hey|thanks?|thank you|okay|ok|sure|yes|yeah|i (?:can|will|could) do that|i will|i guess|fine|right|good morning|good|great|that makes sense|i don't know)\b[^a-z]*(?:doctor|i will|so much)?[.!]?$/

const greeting =
  /^(?:hey|hi|hello)\b|\b(?:good|nice|great) to (?:see|meet|be)|^(?:thanks|thank you)\b|^to see you|how are you\b/

const knowsOfNone =
  /^(?:no,? )?(?:not|none|nope|nothing)\b.* (?:know|aware|can think)|^(?:no,? )?i (?:don't|do not) (?:know of|have) any\b/

const listing = new Set(['allergies', 'medications', 'family_history', 'substances', 'support'])
const butFor =
  /^(?:no|nope|nothing|none|not (?:really|that i know of))\b[,.]? (?:\w+ )?(?:just|only|other than|except|besides|but|aside from)\b/
const ofKin =
  /\bmy (?:\w+ )?(?:mother|mom|father|dad|sister|brother|grand\w+|aunt|uncle|cousin|parents?|son|daughter)s?\b.*\b(?:had|has|have|have had|died|was|were|did)\b/

/**
 * True if an answer only denies the topic. The note then contains the denial text of the topic instead of the patient's
 * words.
 */
function denies(topic: Topic, found: Found, session: Session): boolean {
  const { low, turn } = found.sentence
  // "Nope, just penicillin" names an allergy, so it is not only a denial.
  if (listing.has(topic.id) && butFor.test(low)) return false
  // In "I never had one. My dad had them", another sentence of the same turn names a relative. That is not only a
  // denial.
  if (topic.id === 'family_history' && (session.byTurn[turn] ?? []).some((other) => ofKin.test(other.low))) return false
  if (knowsOfNone.test(low)) return true
  if (!saysNo(topic, found)) return false
  const topicMention = mention(topic, found.sentence)
  return topicMention === null ? bareWords(low) < 9 : topicMention.negated && bareWords(low) < 8
}

function pieceOf(found: Found, topic: Topic, session: Session, opensReply: boolean): Piece | null {
  const { sentence, via } = found
  if (empty.test(sentence.low) || (greeting.test(sentence.low) && bareWords(sentence.low) < 9)) return null
  // Statements about suicide are retold as they were said, unless the patient clearly denies it.
  const open = topic.id === 'suicidality' && suicidality(session)?.level !== 'denied'
  if (!open && via === 'answer' && (opensReply || knowsOfNone.test(sentence.low)) && denies(topic, found, session)) {
    return topic.denial === undefined ? null : { text: topic.denial, sentences: [sentence], denied: true }
  }
  if (
    /^(?:no|nope|yes|yeah|never|neither|no,? neither|no,? never|kind of|yeah,? kind of|some|maybe)[.,]?$/.test(
      sentence.low,
    )
  )
    return null
  const text =
    topic.by === 'provider'
      ? retellProvider(sentence.text, session.person)
      : retellPatient(sentence.text, speakerOf(session.person, sentence.role), topic.label, opensReply)
  const topicMention = mention(topic, sentence)
  return { text, sentences: [sentence], denied: topicMention?.negated ?? false }
}

/**
 * Retells the sentences of a topic, in the order spoken. If there are more than `most`, those with the highest score
 * are kept.
 */
function piecesOf(session: Session, topic: Topic, ask: TextAsk, most: number): Piece[] {
  if (topic.id === 'medications') return medicationPieces(session)
  let found: readonly Found[] = gather(session, topic)
  const charted: Piece[] =
    topic.id === 'allergies' ? chartedAllergies(session).map((known) => ({ ...known, denied: false })) : []
  if (topic.id === 'allergies') found = found.filter(({ sentence }) => tellsOfAllergy(sentence.low))
  if (topic.id === 'plan') found = lateOnly(session, found)
  if (found.length > most) {
    const scores = rank(
      `${ask.name} ${ask.instructions ?? ''} ${topic.label}`,
      found.map(({ sentence }) => sentence.low),
    )
    const weight = (entry: Found, index: number) =>
      (scores[index] ?? 0) + (entry.via === 'answer' ? 4 : 0) + (mention(topic, entry.sentence) === null ? 0 : 2)
    const kept = new Set(
      found
        .map((entry, index) => ({ entry, score: weight(entry, index) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, most)
        .map(({ entry }) => entry),
    )
    found = found.filter((entry) => kept.has(entry))
  }
  const retoldEntries = found.flatMap((entry) => {
    const piece = pieceOf(entry, topic, session, entry.sentence.place === 0)
    return piece === null ? [] : [{ piece, entry }]
  })
  // After a plain "no", the rest of the reply is about something else, unless it names the topic.
  const deniedIn = new Set(
    retoldEntries.filter(({ piece }) => piece.text === topic.denial).map(({ entry }) => entry.sentence.turn),
  )
  const pieces = retoldEntries
    .filter(
      ({ piece, entry }) =>
        piece.text === topic.denial || !deniedIn.has(entry.sentence.turn) || mention(topic, entry.sentence) !== null,
    )
    .map(({ piece }) => piece)
  // "Penicillin" followed by "no, no others" is not a denial, so denials are dropped if anything positive was said.
  // Repeated denials are reduced to one.
  const positive = pieces.filter(({ text }) => text !== topic.denial)
  if (charted.length > 0)
    return [...charted, ...positive.filter(({ text }) => !/^Allergies is (?:correct|right)/.test(text))]
  return positive.length > 0 ? positive : pieces.slice(0, 1)
}

/**
 * Drops sentences of the first 40 % of the turns. Requests there ("tell me", "keep going") are part of the
 * conversation, not of the plan.
 */
const lateOnly = (session: Session, found: readonly Found[]): Found[] =>
  found.filter(({ sentence }) => sentence.turn >= session.turns.length * 0.4)

function medicationPieces(session: Session): Piece[] {
  const sessionMedications = readMedications(session)
  const denial = sessionMedications.length === 0 ? deniedMedicines(session) : undefined
  if (denial !== undefined) return [{ text: 'Denies taking medicines.', sentences: [denial], denied: true }]
  return sessionMedications.map(({ name, dose, frequency, sentences }) => {
    const text = [name, dose, frequency].filter((part) => part !== '').join(' ')
    return { text: `${capitalized(text)}.`, sentences, denied: false }
  })
}

/**
 * For a field without a known topic: finds the sentences that, together with the question they answer, share most of
 * the words of the field's name.
 */
function searched(session: Session, ask: TextAsk): Piece[] {
  const wanted = [...new Set(contentStems(ask.name))]
  if (wanted.length === 0) return []
  const candidates = session.sentences.filter(
    (sentence) => !sentence.asks && byPatient(sentence) && !empty.test(sentence.low),
  )
  const documents = candidates.map(({ low, answers }) => `${low} ${answers.map((question) => question.low).join(' ')}`)
  const scores = rank(`${ask.name} ${ask.name} ${ask.instructions ?? ''}`, documents)
  const need = wanted.length === 1 ? 1 : Math.ceil(wanted.length * 0.67)
  const fitting = candidates
    .map((sentence, index) => ({
      sentence,
      score: scores[index] ?? 0,
      bag: new Set(contentStems(documents[index] ?? '')),
    }))
    .filter(({ bag }) => wanted.filter((word) => bag.has(word)).length >= need)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .sort((a, b) => a.sentence.turn - b.sentence.turn || a.sentence.start - b.sentence.start)
  return fitting.flatMap(({ sentence }) =>
    leaning(sentence.low) === 'no' && bareWords(sentence.low) < 3
      ? []
      : [
          {
            text: retellPatient(
              sentence.text,
              speakerOf(session.person, sentence.role),
              ask.name,
              sentence.place === 0,
            ),
            sentences: [sentence],
            denied: false,
          },
        ],
  )
}

function layOut(texts: readonly string[], format: ListFormat | undefined): string {
  if (format === 'bullet') return texts.map((text) => `- ${text}`).join('\n')
  if (format === 'numbered') return texts.map((text, index) => `${index + 1}. ${text}`).join('\n')
  return texts.join(' ')
}

/** True if the statements mean a denial, even without a "no": "I've been sober for six years." */
const saidNot = (session: Session, topic: Topic): boolean =>
  topic.denial !== undefined &&
  topic.by === 'patient' &&
  (topic.id.startsWith('symptom:') || topic.id === 'alcohol' || topic.id === 'tobacco' || topic.id === 'cannabis') &&
  yesOrNo(session, topic)?.denied === true

/** Formats the answer as a list, one sentence per item, if the field's format asks for it. */
function laidOut(answer: Answer | null, format: ListFormat | undefined): Answer | null {
  if (answer === null || format === undefined || format === 'paragraph') return answer
  const sentences = answer.value.flatMap((text) => text.split(/(?<=[.!?]) (?=\p{Lu}|\d)/u))
  return { ...answer, value: [layOut(sentences, format)] }
}

/**
 * Fills a text answer with what was said about the field's topics, retold in the third person. Null if nothing was
 * said.
 */
export function writeText(session: Session, ask: TextAsk): Answer | null {
  const topics = topicsOf(ask)
  const [section] = topics
  const sectionId = topics === narrativeTopics ? 'summary' : topics.length > 1 ? '' : (section?.id ?? '')
  const sectionWriter = visitWriter(session, sectionId)
  if (sectionWriter !== undefined) return laidOut(sectionWriter(session), ask.format)
  const wide = topics.length > 1
  const both =
    topics[0]?.id === 'plan' && /homework/.test((ask.instructions ?? '').toLowerCase())
      ? [...topics, topicById('homework')]
      : topics
  const pieces =
    topics.length === 0
      ? searched(session, ask)
      : both.flatMap((topic) => piecesOf(session, topic, ask, wide ? 2 : (topic.most ?? 4)))
  const once: Piece[] = []
  for (const piece of pieces) {
    const repeated = once.some(
      ({ text, sentences }) =>
        text === piece.text ||
        // One sentence may name several medicines.
        (section?.id !== 'medications' && sentences.some((sentence) => piece.sentences.includes(sentence))),
    )
    if (!repeated) once.push(piece)
  }
  if (once.length === 0 && topics === narrativeTopics) return laidOut(writeStory(session), ask.format)
  if (once.length === 0)
    return section?.id === 'onset' && !wide && session.parts.size > 0 ? writeBeginning(session) : null
  return {
    value: [
      layOut(
        once.map(({ text }) => text),
        ask.format,
      ),
    ],
    sentences: once.flatMap(({ sentences }) => sentences),
    confidence: topics.length === 0 ? 0.5 : wide ? 0.7 : 0.75,
    denied: once.every(({ denied }) => denied) || (section !== undefined && !wide && saidNot(session, section)),
  }
}
