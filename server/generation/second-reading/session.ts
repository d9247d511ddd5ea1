import type { Cited, PreparedSession } from '../check/prepared-session.ts'
import { openSession, type Session } from '../embedded/session.ts'

const opened = new WeakMap<PreparedSession, Session>()

/** The session as the built-in rules read it, with the sentence objects of the check. Cached per session. */
export function readerSession(prepared: PreparedSession): Session {
  const known = opened.get(prepared)
  if (known !== undefined) return known
  const { turns, context, sentences, byTurn } = prepared.session
  const session = {
    ...openSession(turns, context, ''),
    sentences: [...sentences],
    byTurn: byTurn.map((all) => [...all]),
  }
  opened.set(prepared, session)
  return session
}

/**
 * The session reduced to the turns that a value cites. The other turns become empty, so that the numbering stays the
 * same.
 */
export function onlyCited(prepared: PreparedSession, { turns }: Cited): Session {
  const session = readerSession(prepared)
  return {
    ...session,
    turns: session.turns.map((words, turn) => (turns.has(turn) ? words : '')),
    sentences: session.sentences.filter(({ turn }) => turns.has(turn)),
    byTurn: session.byTurn.map((sentences, turn) => (turns.has(turn) ? sentences : [])),
  }
}
