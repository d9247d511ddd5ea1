import type { Flag } from '../../../lib/contracts/index.ts'
import type { Cited, PreparedSession } from '../check/prepared-session.ts'
import { anchorsOf } from '../check/stems.ts'
import { onceForEach } from '../once.ts'
import { comparedSentences, type Sentence } from '../reading/sentences.ts'
import { howSpoken, placesOf, polarityAt } from './spoken.ts'

/** A session may repeat a sentence very often, and comparing all of the repetitions would be slow. */
const distinct = (sentences: readonly Sentence[]): Sentence[] => [
  ...new Map(
    sentences.map((one) => [`${one.place === 0} ${one.answers.map(({ low }) => low).join(' ')} ${one.low}`, one]),
  ).values(),
]

/** Flags sentences that reverse the cited words (severity 1). */
export function flippedSentences(name: string, text: string, { session }: PreparedSession, cited: Cited): Flag[] {
  const quoted = distinct(cited.quoted)
  const around = distinct([...cited.turns].flatMap((turn) => session.byTurn[turn] ?? []))
  const polaritiesOf = onceForEach((stem: string) => {
    const spokenIn = (sentences: readonly Sentence[]) =>
      sentences.flatMap((sentence) => howSpoken((low) => placesOf(new Set([stem]), low), sentence))
    const inQuotes = spokenIn(quoted)
    return inQuotes.length > 0 ? inQuotes : spokenIn(around)
  })
  const isFlipped = onceForEach((low: string) =>
    anchorsOf(low).some(({ stem, at }) => {
      const polarity = polarityAt(low, at)
      if (polarity === 'unclear') return false
      const spoken = polaritiesOf(stem)
      return spoken.length > 0 && spoken.every((one) => one !== 'unclear' && one !== polarity)
    }),
  )
  return comparedSentences(name, text).flatMap(({ line, low }): Flag[] =>
    isFlipped(low) ? [{ severity: 1, text: line, reason: 'The session says the opposite of this.' }] : [],
  )
}
