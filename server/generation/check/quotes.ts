import type { Evidence } from '../../../lib/contracts/index.ts'

interface Folded {
  text: string
  /** For each character of `text`, the offset of the original character from which it comes. */
  from: readonly number[]
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const marks: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '`': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
}

function foldOne(character: string): string {
  const plain = character
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cf}\u0640]/gu, '')
  return plain.replaceAll(/[’‘`ʼ“”„«»–—‑]/g, (mark) => marks[mark] ?? mark)
}

function fold(text: string): Folded {
  let folded = ''
  const from: number[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const blank = /^\s+$/u.test(segment)
    if (blank && folded.endsWith(' ')) continue
    for (const character of blank ? ' ' : foldOne(segment)) {
      for (let unit = 0; unit < character.length; unit++) from.push(index)
      folded += character
    }
  }
  from.push(text.length)
  return { text: folded, from }
}

const foldedTurns = new Map<string, Folded>()
/** Turns are cached because all fields of a note quote the same turns. */
const foldedMax = 2000

function foldTurn(turn: string): Folded {
  const cachedTurn = foldedTurns.get(turn)
  if (cachedTurn !== undefined) return cachedTurn
  const folded = fold(turn)
  if (foldedTurns.size >= foldedMax) foldedTurns.clear()
  foldedTurns.set(turn, folded)
  return folded
}

function literal(turn: string, quote: string, foldedQuote: string): string | null {
  if (turn.includes(quote)) return quote
  if (foldedQuote === '') return null
  const folded = foldTurn(turn)
  const at = folded.text.indexOf(foldedQuote)
  return at === -1 ? null : turn.slice(folded.from[at], folded.from[at + foldedQuote.length])
}

export function settleQuotes(
  evidence: readonly Evidence[],
  turns: readonly string[],
): { evidence: Evidence[]; unfounded: Evidence[] } {
  const settled: Evidence[] = []
  const unfounded: Evidence[] = []
  for (const item of evidence) {
    const foldedQuote = fold(item.quote.trim()).text
    const literalQuote = foldedQuote === '' ? null : literal(turns[item.turn] ?? '', item.quote, foldedQuote)
    if (literalQuote !== null) {
      settled.push({ ...item, quote: literalQuote })
      continue
    }
    const elsewhere =
      foldedQuote === ''
        ? []
        : turns.flatMap((turn, index) => {
            const words = literal(turn, item.quote, foldedQuote)
            return words === null ? [] : [{ ...item, turn: index, quote: words }]
          })
    const [only] = elsewhere
    if (elsewhere.length === 1 && only !== undefined) settled.push(only)
    else unfounded.push(item)
  }
  return { evidence: settled, unfounded }
}
