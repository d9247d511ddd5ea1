import type { Field } from '../../lib/contracts/index.ts'
import { rank } from './embedded/bm25.ts'

/** English text runs at four characters a token; names and numbers take more. */
const charactersPerToken = 3.5
/** What instructions, fields and the answer may take of a model's context. */
const transcriptShare = 0.6

/** Turns as a model can read them: those left out are empty, so that numbers stay as they are. */
export interface Fitted {
  turns: readonly string[]
  leftOut: number
}

/**
 * Cuts a session to a model's context by relevance to the fields asked for (product 10.4): the turns that fit the
 * fields best, each with the turn before it, for an answer means little without its question. `contextSize` in tokens;
 * 0 cuts nothing.
 */
export function fitTurns(turns: readonly string[], fields: readonly Field[], contextSize: number): Fitted {
  const room = contextSize * charactersPerToken * transcriptShare
  const length = (turn: string) => turn.length + 8
  if (contextSize === 0 || turns.reduce((sum, turn) => sum + length(turn), 0) <= room) return { turns, leftOut: 0 }
  const query = fields.map(({ name, instructions = '' }) => `${name} ${instructions}`).join(' ')
  const scores = rank(query, turns)
  const byFit = turns.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  const kept = new Set<number>()
  let used = 0
  for (const index of byFit) {
    for (const one of [index, index - 1]) {
      const cost = length(turns[one] ?? '')
      if (one < 0 || kept.has(one) || used + cost > room) continue
      kept.add(one)
      used += cost
    }
  }
  return { turns: turns.map((turn, index) => (kept.has(index) ? turn : '')), leftOut: turns.length - kept.size }
}
