import type { Omission, Result } from '../../lib/contracts/index.ts'
import { carriedBy, carries } from './omissions/coverage.ts'
import { type Around, type Weight, weightOf } from './omissions/weight.ts'
import { medicineParts } from './reading/medicine-parts.ts'
import { plainWords, readSentences, type Sentence } from './reading/sentences.ts'

interface Left {
  sentence: Sentence
  weight: Weight
}

const beforeMax = 600

/** Consecutive sentences count as one omission, such as "Still penicillin. I get hives." */
const flowing = new Set<Omission['kind']>(['risk', 'safety', 'allergy', 'substance_use'])

function weighed(sentence: Sentence, around: Around): Left[] {
  const weight = weightOf(sentence, around)
  if (weight === null) return []
  const isMedicine = weight.kind === 'dose' || weight.kind === 'medication'
  const parts = isMedicine ? medicineParts(sentence.text.toLowerCase()) : []
  if (parts.length < 2) return [{ sentence, weight }]
  return parts.flatMap(({ from, to }): Left[] => {
    const words = sentence.text.slice(from, to)
    const lead = /^(?:[\s,]|and |then |plus )*/i.exec(words)?.[0].length ?? 0
    const text = words.slice(lead).trimEnd()
    const start = sentence.start + from + lead
    const part = { ...sentence, text, low: plainWords(text).toLowerCase(), start, end: start + text.length }
    const partWeight = weightOf(part, around)
    const names = weight.names.filter((name) => part.low.includes(name))
    if (partWeight?.kind === 'dose' || partWeight?.kind === 'medication')
      return [{ sentence: part, weight: partWeight }]
    return names.length === 0 ? [] : [{ sentence: part, weight: { kind: 'medication', names, numbers: [] } }]
  })
}

/** Speech without punctuation is cut at guesses: "I have been saving up" and "my pills" belong together. */
function joinedWith(first: Sentence, next: Sentence, turns: readonly string[]): Sentence | null {
  if (first.turn !== next.turn || /[.!?…,;:]["')\]]*$/.test(first.text)) return null
  const text = turns[first.turn]?.slice(first.start, next.end) ?? ''
  return { ...first, text, low: `${first.low} ${next.low}`, end: next.end, asks: next.asks }
}

/** Finds important statements (risk, safety, allergies, medicines, substances, plans) that no field contains. */
export function findOmissions(turns: readonly string[], results: readonly Result[]): Omission[] {
  const sentences = readSentences(turns)
  const carried = carriedBy(turns, results)
  const textOfTurn = new Map<number, string>()
  for (const { turn, low } of sentences) textOfTurn.set(turn, `${textOfTurn.get(turn) ?? ''} ${low}`)
  const firstOfTurn = new Map(sentences.filter(({ place }) => place === 0).map((one) => [one.turn, one]))
  const aroundOf = (sentence: Sentence): Around => {
    const { turn, role } = sentence
    const next = firstOfTurn.get(turn + 1)
    return {
      asked: sentence.answers.map(({ low }) => low).join(' '),
      topic: [1, 2, 3].map((distance) => textOfTurn.get(turn - distance)?.slice(-beforeMax) ?? '').join(' '),
      reply: next !== undefined && (next.role !== role || role === 'unknown') ? next.low : '',
    }
  }
  const weighedSentences = sentences.map((sentence) => weighed(sentence, aroundOf(sentence)))
  const left = sentences
    .flatMap((sentence, index): Left[] => {
      const previousSentence = sentences[index - 1]
      const findings = (weighedSentences[index] ?? []).map((one) => {
        // The cause may be in the piece before: "I had adhesive tape" and "my face swelled up".
        const joinedSentence =
          previousSentence && one.weight.kind === 'allergy' ? joinedWith(previousSentence, sentence, turns) : null
        return joinedSentence === null ? one : { ...one, sentence: joinedSentence }
      })
      const next = sentences[index + 1]
      const longSentence =
        next && findings.length + (weighedSentences[index + 1]?.length ?? 0) === 0
          ? joinedWith(sentence, next, turns)
          : null
      return longSentence === null ? findings : weighed(longSentence, aroundOf(longSentence))
    })
    .filter(({ sentence, weight }) => !carries(carried, sentence, weight))
  const reportedKeys = new Set<string>()
  const omissions: (Omission & { first: Sentence; last: Sentence })[] = []
  for (const { sentence, weight } of left) {
    // Statements of the same kind with the same medicines and the same doses are reported once.
    const key = weight.names.length === 0 ? '' : `${weight.kind} ${weight.names.join()} ${weight.numbers.join()}`
    if (key !== '' && reportedKeys.has(key)) continue
    reportedKeys.add(key)
    const { turn, end, place } = sentence
    const previousOmission = omissions.at(-1)
    if (
      previousOmission?.kind === weight.kind &&
      previousOmission.turn === turn &&
      previousOmission.last.place === place - 1 &&
      flowing.has(weight.kind)
    ) {
      previousOmission.quote = turns[turn]?.slice(previousOmission.first.start, end) ?? previousOmission.quote
      previousOmission.last = sentence
      continue
    }
    omissions.push({ kind: weight.kind, turn, quote: sentence.text, first: sentence, last: sentence })
  }
  return omissions.map(({ kind, turn, quote }) => ({ kind, turn, quote }))
}
