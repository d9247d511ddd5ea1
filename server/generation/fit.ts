import type { Field } from '../../lib/contracts/index.ts'
import { rank, rankingWords } from './embedded/bm25.ts'
import { transcriptLength, transcriptRoom } from './session-parts.ts'

/** A turn that was left out stays as an empty string, so that the indexes of the others do not change. */
export interface Fitted {
  turns: readonly string[]
  leftOut: number
}

export function fitTurns(
  turns: readonly string[],
  fields: readonly Field[],
  contextSize: number,
  first: readonly number[] = [],
): Fitted {
  const room = transcriptRoom(contextSize)
  const length = (turn: string) => transcriptLength([turn])
  if (transcriptLength(turns) <= room) return { turns, leftOut: 0 }
  const query = fields.map(({ name, instructions = '' }) => `${name} ${instructions}`).join(' ')
  const scores = rank(query, turns, rankingWords)
  const byFit = turns.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  const indexes = new Set<number>()
  let usedCharacters = 0
  for (const index of [...first, ...byFit]) {
    for (const one of [index, index - 1]) {
      const cost = length(turns[one] ?? '')
      if (one < 0 || indexes.has(one) || usedCharacters + cost > room) continue
      indexes.add(one)
      usedCharacters += cost
    }
  }
  return { turns: turns.map((turn, index) => (indexes.has(index) ? turn : '')), leftOut: turns.length - indexes.size }
}
