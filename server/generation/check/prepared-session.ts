import type { Evidence, VisitContext } from '../../../lib/contracts/index.ts'
import { openSession, type Session } from '../embedded/session.ts'
import { readDates } from '../reading/dates.ts'
import { type NumberMention, readNumbers } from '../reading/numbers.ts'
import type { Sentence } from '../reading/sentences.ts'

/** A session prepared for the check, once for all fields. */
export interface PreparedSession {
  session: Session
  /**
   * The calendar days (YYYY-MM-DD) that each turn names. A day without a year is interpreted as both past and future.
   */
  days: readonly ReadonlySet<string>[]
  numbers: ReadonlyMap<Sentence, readonly NumberMention[]>
}

/** Prepares a session: its sentences, numbers and days. */
export function prepareSession(turns: readonly string[], context: VisitContext): PreparedSession {
  const session = openSession(turns, context, '')
  const visitDay = context.current_visit?.date
  return {
    session,
    days: turns.map(
      (turn) =>
        new Set((['forward', 'back'] as const).flatMap((way) => readDates(turn, visitDay, way).map(({ day }) => day))),
    ),
    numbers: new Map(session.sentences.map((sentence) => [sentence, readNumbers(sentence.text)])),
  }
}

/** The words that a value cites. */
export interface Cited {
  /** The sentences that its quotes overlap. */
  quoted: readonly Sentence[]
  /**
   * Indexes of turns of three kinds:
   * - turns that contain one of `sentences`,
   * - turns with the question that was asked just before such a sentence,
   * - turns that answer a question in such a sentence.
   */
  turns: ReadonlySet<number>
}

/**
 * Finds the sentences that quotes overlap, and the turns that belong to them. Every quote must occur literally in its
 * turn.
 */
export function citedWords(evidence: readonly Evidence[], { session }: PreparedSession): Cited {
  const quoted = new Set<Sentence>()
  const turns = new Set<number>()
  for (const { turn, quote } of evidence) {
    const from = session.turns[turn]?.indexOf(quote) ?? -1
    turns.add(turn)
    const sentences = session.byTurn[turn] ?? []
    for (const sentence of sentences)
      if (sentence.start < from + quote.length && sentence.end > from) quoted.add(sentence)
    for (const { answers } of sentences) for (const question of answers) turns.add(question.turn)
    if (sentences.some(({ asks }) => asks)) turns.add(turn + 1)
  }
  return { quoted: [...quoted], turns }
}

/**
 * The session reduced to the turns that a value cites. The other turns become empty, so that the numbering stays the
 * same.
 */
export function onlyCited(prepared: PreparedSession, { turns }: Cited): Session {
  const { session } = prepared
  return {
    ...session,
    turns: session.turns.map((words, turn) => (turns.has(turn) ? words : '')),
    sentences: session.sentences.filter(({ turn }) => turns.has(turn)),
    byTurn: session.byTurn.map((sentences, turn) => (turns.has(turn) ? sentences : [])),
  }
}
