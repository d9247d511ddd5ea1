import type { Cited, PreparedSession } from '../check/prepared-session.ts'
import { openSession, type Session } from '../embedded/session.ts'

const opened = new WeakMap<PreparedSession, Session>()

/**
 * Returns the session in the form of the built-in rules, with the same sentence objects as in the check. Cached per
 * session.
 */
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
 * Returns the session reduced to the turns that a value cites. The other turns become empty strings, so that the
 * indexes stay the same.
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
