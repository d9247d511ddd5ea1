import { doubtsOf, readSessions } from './read.ts'

export const twinLanguages = ['en', 'es', 'de', 'fr', 'pt', 'ja'] as const

/** The kinds of errors that the literal check can find. It does not read whose statement or how certain a word is. */
const literal = /^(?:dose|number|date|drug name|name|conversion)/

/**
 * Returns, for the answers of all kinds in a language, the flagged correct answers and the number of errors that are
 * caught.
 */
export function measureTwins(language: (typeof twinLanguages)[number]) {
  const judged = readSessions('twins', language).flatMap((session) =>
    session.answers.map((answer) => ({ answer, flags: doubtsOf(session, answer, answer.value) })),
  )
  const errors = judged.filter(({ answer }) => !answer.isCorrect && literal.test(answer.kind))
  return {
    correct: judged.filter(({ answer }) => answer.isCorrect).length,
    flagged: judged
      .filter(({ answer, flags }) => answer.isCorrect && flags.length > 0)
      .map(
        ({ answer, flags }) => `${answer.value.join(' ')} → ${flags.map(({ text, reason }) => `${text}: ${reason}`)}`,
      ),
    errors: errors.length,
    caught: errors.filter(({ flags }) => flags.length > 0).length,
    missed: errors.filter(({ flags }) => flags.length === 0).map(({ answer }) => answer.value.join(' ')),
  }
}
