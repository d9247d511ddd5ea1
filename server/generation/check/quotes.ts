import type { Evidence } from '../../../lib/contracts/index.ts'

const fold = (text: string): string => text.toLowerCase().replaceAll('’', "'").replaceAll(/[“”]/g, '"')

/** Finds words in a turn, forgiving case, quotation marks and blanks, and gives them back as they literally stand there. */
function literal(turn: string, quote: string): string | null {
  if (turn.includes(quote)) return quote
  const words = fold(quote).trim().split(/\s+/)
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+')
  const match = new RegExp(pattern).exec(fold(turn))
  return match === null ? null : turn.slice(match.index, match.index + match[0].length)
}

/**
 * Holds every quote to its turn. A quote that stands literally in exactly one other turn is given that number;
 * one that stands nowhere is returned among `unfounded` and dropped.
 */
export function settleQuotes(
  evidence: readonly Evidence[],
  turns: readonly string[],
): { evidence: Evidence[]; unfounded: Evidence[] } {
  const settled: Evidence[] = []
  const unfounded: Evidence[] = []
  for (const item of evidence) {
    const blank = item.quote.trim() === ''
    const own = blank ? null : literal(turns[item.turn] ?? '', item.quote)
    if (own !== null) {
      settled.push({ ...item, quote: own })
      continue
    }
    const elsewhere = blank
      ? []
      : turns.flatMap((turn, index) => {
          const words = literal(turn, item.quote)
          return words === null ? [] : [{ turn: index, quote: words }]
        })
    const [only] = elsewhere
    if (elsewhere.length === 1 && only !== undefined) settled.push(only)
    else unfounded.push(item)
  }
  return { evidence: settled, unfounded }
}
