import type { Field } from '../../lib/contracts/index.ts'
import { rank, rankingWords } from './embedded/bm25.ts'

/**
 * Estimated characters per token. English text has about four. The estimate is lower, because names and numbers need
 * more tokens.
 */
const charactersPerToken = 3.5
/** Share of a model's context that the transcript may use. The rest is for instructions, fields and the answer. */
const transcriptShare = 0.6

/**
 * The turns that fit into a model's context. Turns that were left out are empty, so that the numbering stays the same.
 */
export interface Fitted {
  turns: readonly string[]
  leftOut: number
}

/**
 * Reduces a session to a model's context, by relevance to the fields (product 10.4). It keeps the most relevant turns,
 * each with the turn before it, because an answer means little without its question. `contextSize` is in tokens; 0
 * means no limit.
 */
export function fitTurns(turns: readonly string[], fields: readonly Field[], contextSize: number): Fitted {
  const room = contextSize * charactersPerToken * transcriptShare
  const length = (turn: string) => turn.length + 8
  if (contextSize === 0 || turns.reduce((sum, turn) => sum + length(turn), 0) <= room) return { turns, leftOut: 0 }
  const query = fields.map(({ name, instructions = '' }) => `${name} ${instructions}`).join(' ')
  const scores = rank(query, turns, rankingWords)
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
