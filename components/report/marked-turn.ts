import type { Evidence } from '../../lib/contracts/index.ts'

export interface MarkedPart {
  text: string
  quoted: boolean
}

/** In a long turn, show this many characters on each side of a quote. */
const aroundChars = 160

/** Splits a turn into quoted and other parts. In a long turn, text far from the quotes is replaced with an ellipsis. */
export function markedTurn(words: string, quotes: readonly string[]): MarkedPart[] {
  const matches = quotes
    .map((quote) => ({ from: words.indexOf(quote), length: quote.length }))
    .filter(({ from, length }) => from >= 0 && length > 0)
    .sort((a, b) => a.from - b.from)
  const parts: MarkedPart[] = []
  let end = 0
  for (const { from, length } of matches) {
    if (from + length <= end) continue
    const start = Math.max(from, end)
    parts.push(
      { text: words.slice(end, start), quoted: false },
      { text: words.slice(start, from + length), quoted: true },
    )
    end = from + length
  }
  parts.push({ text: words.slice(end), quoted: false })
  return parts
    .map((part, index) => (part.quoted ? part : { ...part, text: cut(part.text, index > 0, index < parts.length - 1) }))
    .filter(({ text }) => text !== '')
}

/**
 * Shortens the text around quotes. `follows`: the text follows a quote, so its beginning is kept. `leads`: a quote
 * comes after the text, so its end is kept.
 */
function cut(text: string, follows: boolean, leads: boolean): string {
  const most = follows && leads ? 2 * aroundChars : aroundChars
  if (text.length <= most) return text
  const head = follows ? text.slice(0, aroundChars).replace(/\s\S*$/, '') : ''
  const tail = leads ? text.slice(-aroundChars).replace(/^\S*\s/, '') : ''
  return `${head} … ${tail}`
}

/** Groups evidence by turn, in the order of the session. A quote that supports several parts of a value occurs once. */
export function byTurn(evidence: readonly Evidence[]): { turn: number; quotes: string[]; atMs: number | undefined }[] {
  const turns = new Map<number, { turn: number; quotes: string[]; atMs: number | undefined }>()
  for (const { turn, quote, atMs } of evidence) {
    const entry = turns.get(turn)
    if (entry) entry.quotes = [...new Set([...entry.quotes, quote])]
    else turns.set(turn, { turn, quotes: [quote], atMs })
  }
  return [...turns.values()].sort((a, b) => a.turn - b.turn)
}
