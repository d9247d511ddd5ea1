import type { Evidence } from '../../../lib/contracts/index.ts'

const numberWords = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
    .split(' ')
    .map((word, value): [string, string] => [word, String(value)]),
)

const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index): [string, number] => [word, 20 + index * 10]),
)

/** The words of a text for matching: lower case, shortened to five letters, number words below a hundred as digits. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{2,}|\d+/gu) ?? []
  return new Set(
    words.flatMap((word, index) => {
      const ten = tens.get(word)
      const unit = Number(numberWords.get(words[index + 1] ?? '') ?? 0)
      if (ten !== undefined) return [String(ten + (unit < 10 ? unit : 0))]
      return [numberWords.get(word) ?? word.slice(0, 5)]
    }),
  )
}

const labels = /^\s*(?:\[[^\]\n]{1,40}\]|[A-Za-z_ ]{1,30}\d{0,2}\s*:)\s*/

/** At most this many turns are quoted for one sentence. */
const turnsMax = 4

/**
 * Finds the turns on which a clinician probably based a text. For each sentence, chooses up to `turnsMax` turns, one
 * after the other, each time the turn with the highest score. The score of a turn is higher if more words of the
 * sentence occur in the turn, and if these words are rare. Words that occur in an earlier chosen turn are not counted
 * again. Each chosen turn is quoted whole, without its label. This function uses no code of the server's check, because
 * its quotes are used to measure that check.
 */
export function bestTurns(text: string, turns: readonly string[]): Evidence[] {
  const spoken = turns.map((turn) => wordsOf(turn.replace(labels, '')))
  const rarity = (word: string): number => {
    const holding = spoken.filter((words) => words.has(word)).length
    return holding === 0 ? 0 : Math.log(1 + turns.length / holding)
  }
  const chosen = new Set<number>()
  for (const sentence of text.split(/(?<=[.!?;])\s+|\n+/)) {
    const open = new Map([...wordsOf(sentence)].map((word) => [word, rarity(word)]))
    for (let round = 0; round < turnsMax; round++) {
      const scores = spoken.map((words) =>
        [...open].reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0),
      )
      const best = scores.indexOf(Math.max(...scores))
      if ((scores[best] ?? 0) < 1) break
      chosen.add(best)
      for (const word of spoken[best] ?? []) open.delete(word)
    }
  }
  return [...chosen]
    .sort((a, b) => a - b)
    .map((turn) => ({ turn, quote: (turns[turn] ?? '').replace(labels, '').trim() }))
    .filter(({ quote }) => quote !== '')
}
