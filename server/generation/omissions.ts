import type { Omission, Result } from '../../lib/contracts/index.ts'
import { carriedBy, carries } from './omissions/coverage.ts'
import { type Weight, weightOf } from './omissions/weight.ts'
import { readSentences, type Sentence } from './reading/sentences.ts'

interface Left {
  sentence: Sentence
  weight: Weight
}

/** Maximum length of `Around.before`, in characters. Only the end of a longer turn is searched. */
const beforeMax = 2_000

/** Plans are searched only in the later part of a session. The part begins after this share of the turns. */
const plansFrom = 0.45

/**
 * Kinds for which consecutive sentences of a turn count as one omission, such as "Still penicillin. I get hives." For
 * all other kinds, each sentence is an omission of its own.
 */
const flowing = new Set<Omission['kind']>(['risk', 'safety', 'allergy', 'substance_use'])

/**
 * Finds clinically important statements (risk, safety, allergies, medicines, substances, plans) that no field contains.
 */
export function findOmissions(turns: readonly string[], results: readonly Result[]): Omission[] {
  const sentences = readSentences(turns)
  const carried = carriedBy(turns, results)
  const textOfTurn = new Map<number, string>()
  for (const { turn, low } of sentences) textOfTurn.set(turn, `${textOfTurn.get(turn) ?? ''} ${low}`)
  const left = sentences.flatMap((sentence): Left[] => {
    const weight = weightOf(sentence, {
      asked: sentence.answers.map(({ low }) => low).join(' '),
      before: textOfTurn.get(sentence.answers[0]?.turn ?? sentence.turn - 1)?.slice(-beforeMax) ?? '',
      late: sentence.turn >= turns.length * plansFrom,
    })
    return weight === null || carries(carried, sentence, weight) ? [] : [{ sentence, weight }]
  })
  const reported = new Set<string>()
  const omissions: (Omission & { first: Sentence; last: Sentence })[] = []
  for (const { sentence, weight } of left) {
    // Statements of the same kind with the same medicines and the same doses are reported once.
    const key = weight.names.length === 0 ? '' : `${weight.kind} ${weight.names.join()} ${weight.numbers.join()}`
    if (key !== '' && reported.has(key)) continue
    reported.add(key)
    const { turn, end, place } = sentence
    const before = omissions.at(-1)
    if (
      before?.kind === weight.kind &&
      before.turn === turn &&
      before.last.place === place - 1 &&
      flowing.has(weight.kind)
    ) {
      before.quote = turns[turn]?.slice(before.first.start, end) ?? before.quote
      before.last = sentence
      continue
    }
    omissions.push({ kind: weight.kind, turn, quote: sentence.text, first: sentence, last: sentence })
  }
  return omissions.map(({ kind, turn, quote }) => ({ kind, turn, quote }))
}
