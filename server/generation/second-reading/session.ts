import type { Cited, PreparedSession } from '../check/prepared-session.ts'
import { openSession, type Session, type Statement } from '../embedded/session.ts'

const opened = new WeakMap<PreparedSession, Session>()

/** Converts the prepared session to the type that the rules of the built-in writer read. Cached per session. */
export function readerSession(prepared: PreparedSession): Session {
  const known = opened.get(prepared)
  if (known !== undefined) return known
  const session = openSession(prepared.session.turns, prepared.session)
  opened.set(prepared, session)
  return session
}

const reduced = (session: Session, isKept: (statement: Statement) => boolean): Session => ({
  ...session,
  statements: session.statements.filter(isKept),
})

/** Returns the session reduced to the turns that a value cites. */
export const onlyCited = (prepared: PreparedSession, { turns }: Cited): Session =>
  reduced(readerSession(prepared), ({ turn }) => turns.has(turn))

/** Returns the session reduced to the quoted sentences and the questions that these answer. */
export const onlyQuoted = (prepared: PreparedSession, { quoted }: Cited): Session => {
  const kept = quoted.flatMap((sentence) => [sentence, ...sentence.answers])
  return reduced(readerSession(prepared), ({ turn, start, end }) =>
    kept.some((sentence) => sentence.turn === turn && sentence.start < end && sentence.end > start),
  )
}
