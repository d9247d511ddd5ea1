import type { Evidence, Field, Result } from '../../lib/contracts/index.ts'
import { foldPart, type Part, partsOfValue, spanKey } from '../../lib/report/index.ts'

/** A sentence, item or cell of a shown value, with its own quotes. */
export interface LinkedPart {
  key: string
  text: string
  evidence: Evidence[]
  /** True if the user wrote it. */
  typed: boolean
}

/** Parts by their keys. */
export type LinkedParts = ReadonlyMap<string, LinkedPart>

/** The key of a sentence or an item. Sentences with the same words share their quotes. */
export const textKey = (text: string): string => `text ${foldPart(text)}`
export const cellKey = (row: number, column: number): string => `cell ${row} ${column}`
const keyOf = ({ span, text }: Part): string => (span.kind === 'cell' ? cellKey(span.row, span.column) : textKey(text))

/**
 * Returns the parts of a value whose quotes can be shown one by one. Empty if there is only one part, or if every quote
 * supports the whole value. A quote is left out if its part is no longer in the value.
 */
export function linkedParts(field: Field | undefined, { type, value, evidence, byHand = [] }: Result): LinkedParts {
  const parts = partsOfValue(field ?? { type }, value)
  if (parts.length < 2 || evidence.every(({ span }) => span === undefined)) return new Map()
  const bySpan = new Map<string, Evidence[]>()
  for (const one of evidence) {
    if (one.span === undefined) continue
    const spanQuotes = bySpan.get(spanKey(one.span))
    if (spanQuotes) spanQuotes.push(one)
    else bySpan.set(spanKey(one.span), [one])
  }
  const typedParts = new Set(byHand.map(foldPart))
  const linked = new Map<string, LinkedPart>()
  for (const part of parts) {
    const key = keyOf(part)
    const knownEvidence = linked.get(key)?.evidence ?? []
    const ownEvidence = [...knownEvidence, ...(bySpan.get(spanKey(part.span)) ?? [])]
    linked.set(key, {
      key,
      text: foldPart(part.text),
      evidence: ownEvidence,
      typed: typedParts.has(foldPart(part.text)),
    })
  }
  return linked
}

/** The number of different quotes. A quote that supports several parts counts once. */
export const quoteCount = (evidence: readonly Evidence[]): number =>
  new Set(evidence.map(({ turn, quote }) => `${turn} ${quote}`)).size

/** "1 quote", "2 quotes", "No quote". */
export function quotesWords(count: number): string {
  if (count === 0) return 'No quote'
  return `${count} ${count === 1 ? 'quote' : 'quotes'}`
}
