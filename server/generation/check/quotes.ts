import type { Evidence } from '../../../lib/contracts/index.ts'

const fold = (text: string): string => text.toLowerCase().replaceAll('’', "'").replaceAll(/[“”]/g, '"')

/**
 * Finds a quote in a turn, ignoring case, style of quotation marks and spacing. Returns the literal text of the turn,
 * or null.
 */
function literal(turn: string, quote: string): string | null {
  if (turn.includes(quote)) return quote
  const words = fold(quote).trim().split(/\s+/)
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+')
  const match = new RegExp(pattern).exec(fold(turn))
  return match === null ? null : turn.slice(match.index, match.index + match[0].length)
}

/**
 * Checks that every quote occurs in its turn. A quote that occurs in exactly one other turn gets that turn's number. A
 * quote that occurs nowhere is dropped from `evidence` and returned in `unfounded`.
 */
export function settleQuotes(
  evidence: readonly Evidence[],
  turns: readonly string[],
): { evidence: Evidence[]; unfounded: Evidence[] } {
  const settled: Evidence[] = []
  const unfounded: Evidence[] = []
  for (const item of evidence) {
    const blank = item.quote.trim() === ''
    const literalQuote = blank ? null : literal(turns[item.turn] ?? '', item.quote)
    if (literalQuote !== null) {
      settled.push({ ...item, quote: literalQuote })
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
