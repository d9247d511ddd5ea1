import type { VisitContext } from '../../../lib/contracts/index.ts'
import { readSentences, type Sentence } from '../reading/sentences.ts'
import { contentStems } from './bm25.ts'
import { type Part, partsOf } from './discourse.ts'
import { type Person, personOf } from './person.ts'

/** A session as the embedded writer sees it. */
export interface Session {
  turns: readonly string[]
  sentences: readonly Sentence[]
  /** The sentences of each turn. */
  byTurn: readonly (readonly Sentence[])[]
  context: VisitContext
  person: Person
  visitDay: string | undefined
  /** Which part of the visit each of the provider's statements belongs to, where there was an examination. */
  parts: ReadonlyMap<Sentence, Part>
}

/** Reads a session once for all fields of a group. */
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

/** Whether a sentence may be the patient's; unlabelled words may be anybody's. */
export const byPatient = ({ role }: Sentence): boolean => role !== 'provider'

/** Whether a sentence may be the provider's. Without labels only what speaks to a "you" or of a plan can be. */
export const byProvider = ({ role, low }: Sentence): boolean =>
  role === 'provider' ||
  (role === 'unknown' && /\byou(?:r|'re)?\b|^(?:please|continue|start|let's|we(?:'ll| will))\b/.test(low))

/** So many sentences of a turn are read as the question before an answer, the latest. */
const promptMax = 20

/** What was asked before a sentence, in lower case; where the question only points back ("How's that going?"), all of that turn. */
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
