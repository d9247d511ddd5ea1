import type { VisitContext } from '../../../lib/contracts/index.ts'
import { readSentences, type Sentence } from '../reading/sentences.ts'
import { contentStems } from './bm25.ts'
import { type Part, partsOf } from './discourse.ts'
import { type Person, personOf } from './person.ts'

/** A session, prepared for the embedded writer. */
export interface Session {
  turns: readonly string[]
  sentences: readonly Sentence[]
  /** The sentences of each turn. */
  byTurn: readonly (readonly Sentence[])[]
  context: VisitContext
  person: Person
  visitDay: string | undefined
  /** The part of the visit that each statement of the provider belongs to. Empty if there was no examination. */
  parts: ReadonlyMap<Sentence, Part>
}

/** Prepares a session, once for all fields of a group. */
export function openSession(turns: readonly string[], context: VisitContext, instructions: string): Session {
  const sentences = readSentences(turns)
  const byTurn = turns.map((): Sentence[] => [])
  for (const sentence of sentences) byTurn[sentence.turn]?.push(sentence)
  return {
    turns,
    sentences,
    byTurn,
    context,
    person: personOf(context, instructions),
    visitDay: context.current_visit?.date,
    parts: partsOf(sentences),
  }
}

/** True if the patient may have said the sentence. Without speaker labels, anybody may have said it. */
export const byPatient = ({ role }: Sentence): boolean => role !== 'provider'

/**
 * True if the provider may have said the sentence. Without speaker labels, only sentences that address a "you" or state
 * a plan count.
 */
export const byProvider = ({ role, low }: Sentence): boolean =>
  role === 'provider' ||
  (role === 'unknown' && /\byou(?:r|'re)?\b|^(?:please|continue|start|let's|we(?:'ll| will))\b/.test(low))

/** At most this many sentences at the end of a turn count as the question before an answer. */
const promptMax = 20

/**
 * Returns the question before a sentence, in lower case, or '' if there is none. If the question only refers back
 * ("How's that going?"), returns more of the turn, so that the subject is included.
 */
export function promptOf(session: Session, sentence: Sentence, asksFor: RegExp): string {
  const asked = sentence.answers.map(({ low }) => low).join(' ')
  if (asked === '' || asksFor.test(asked)) return asked
  const pointsBack = sentence.answers.some(
    ({ low }) =>
      /\b(?:that|it|this|them)\b|^(?:and|or|so|still)\b/.test(low) &&
      low.split(' ').length < 14 &&
      contentStems(low).length <= 3 &&
      !/\banything else\b|\bany other\b/.test(low),
  )
  const turn = sentence.answers[0]?.turn
  if (!pointsBack || turn === undefined) return asked
  return (session.byTurn[turn] ?? [])
    .slice(-promptMax)
    .map(({ low }) => low)
    .join(' ')
}
