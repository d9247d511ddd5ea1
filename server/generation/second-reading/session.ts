import type { Cited, PreparedSession } from '../check/prepared-session.ts'
import { openSession, type Session, type Statement } from '../embedded/session.ts'
import { onceFor } from '../once.ts'

export const readerSession = onceFor(({ session }: PreparedSession) => openSession(session.turns, session))

const reduced = (session: Session, isKept: (statement: Statement) => boolean): Session => ({
  ...session,
  statements: session.statements.filter(isKept),
})

export const onlyCited = (prepared: PreparedSession, { turns }: Cited): Session =>
  reduced(readerSession(prepared), ({ turn }) => turns.has(turn))

export const onlyQuoted = (prepared: PreparedSession, { quoted }: Cited): Session => {
  const sentences = quoted.flatMap((sentence) => [sentence, ...sentence.answers])
  return reduced(readerSession(prepared), ({ turn, start, end }) =>
    sentences.some((sentence) => sentence.turn === turn && sentence.start < end && sentence.end > start),
  )
}
