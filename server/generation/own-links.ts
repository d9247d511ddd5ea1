import type { Evidence, Field, Result } from '../../lib/contracts/index.ts'
import { foldPart, partsOfValue, spanKey } from '../../lib/report/index.ts'
import { settleQuotes } from './check/quotes.ts'
import type { Draft, DraftEvidence } from './draft.ts'

const keyOf = ({ turn, quote }: Evidence): string => `${turn} ${quote}`

/** Links the quotes of a result to its sentences as the writer has linked them (product 10.16). */
export function ownLinks(
  field: Field,
  draft: Draft,
  { value, evidence }: Pick<Result, 'value' | 'evidence'>,
  turns: readonly string[],
): { linked: Evidence[]; others: Evidence[] } {
  const sentences = new Map<string, string[]>()
  for (const one of draft.evidence) {
    if (one.sentence === undefined) continue
    for (const settled of settleQuotes([one], turns).evidence)
      sentences.set(keyOf(settled), [...(sentences.get(keyOf(settled)) ?? []), foldPart(one.sentence)])
  }
  const linked = new Map<string, Evidence>()
  const others = new Map<string, Evidence>()
  const parts = sentences.size === 0 ? [] : partsOfValue(field, value)
  for (const { turn, quote, atMs } of evidence) {
    const one: Evidence = { turn, quote, ...(atMs === undefined ? {} : { atMs }) }
    const ownSentences = sentences.get(keyOf(one)) ?? []
    const supported = parts.filter(({ text }) => ownSentences.some((sentence) => sentence.includes(foldPart(text))))
    if (supported.length === 0) others.set(keyOf(one), one)
    for (const { span } of supported) linked.set(`${keyOf(one)} ${spanKey(span)}`, { ...one, span })
  }
  return { linked: [...linked.values()], others: [...others.values()] }
}

export function draftOf(field: Field, { flags: _, type: __, writer: ___, reviewedBy: ____, ...draft }: Result): Draft {
  const texts = new Map(partsOfValue(field, draft.value).map(({ span, text }) => [spanKey(span), text]))
  const evidence = draft.evidence.map(({ span, ...one }): DraftEvidence => {
    const sentence = span?.kind === 'text' ? texts.get(spanKey(span)) : undefined
    return sentence === undefined ? one : { ...one, sentence }
  })
  return { ...draft, evidence }
}
