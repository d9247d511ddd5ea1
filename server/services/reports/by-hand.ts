import type { Evidence, Field, Omission, Result } from '../../../lib/contracts/index.ts'
import { foldPart, type Part, type PartedField, partsOfValue, spanKey } from '../../../lib/report/index.ts'
import { contentStems } from '../../generation/index.ts'

/** Field types whose value consists of independent parts: sentences, choices or table cells. */
const inParts: ReadonlySet<Field['type']> = new Set(['string', 'template', 'multiple_choice', 'table'])

interface Compared {
  /**
   * Maps each part of the new value to the equal part of the old value, or to undefined if the old value has no such
   * part.
   */
  source: ReadonlyMap<Part, Part | undefined>
  gone: readonly Part[]
}

function compare(oldParts: readonly Part[], newParts: readonly Part[]): Compared {
  const left = new Map<string, Part[]>()
  for (const part of oldParts.toReversed()) {
    const equal = left.get(foldPart(part.text))
    if (equal === undefined) left.set(foldPart(part.text), [part])
    else equal.push(part)
  }
  const source = new Map(newParts.map((part) => [part, left.get(foldPart(part.text))?.pop()]))
  return { source, gone: [...left.values()].flat() }
}

const fold = (text: string): string => foldPart(text.replace(/^(?:[-*+>#]+|\d+[.)])\s+/, ''))

const wordsOf = (text: string): string[] => [...contentStems(text), ...(text.match(/\d+/g) ?? [])]
const shared = (quote: string, parts: readonly string[]): number => {
  const partWords = new Set(parts.flatMap(wordsOf))
  return new Set(wordsOf(quote).filter((word) => partWords.has(word))).size
}

/**
 * Returns the evidence that still supports the remaining parts of a value (`remainingTexts`). Returns none if no part remains,
 * and all evidence if no part was removed. Otherwise, keeps a quote only if it shares at least one word with the
 * remaining parts, and at least as many words with them as with the removed parts (`removedTexts`).
 */
function stillHolding(
  evidence: readonly Evidence[],
  remainingTexts: readonly string[],
  removedTexts: readonly string[],
): Evidence[] {
  if (remainingTexts.length === 0) return []
  if (removedTexts.length === 0) return [...evidence]
  return evidence.filter(
    ({ quote }) => shared(quote, remainingTexts) > 0 && shared(quote, remainingTexts) >= shared(quote, removedTexts),
  )
}

/** Moves the evidence of each part to the new place of the part. Drops the evidence of parts that were removed. */
function following(evidence: readonly Evidence[], source: Compared['source']): Evidence[] {
  const places = new Map(
    [...source].flatMap(([part, oldPart]) => (oldPart === undefined ? [] : [[spanKey(oldPart.span), part.span]])),
  )
  return evidence.flatMap((one) => {
    const span = one.span && places.get(spanKey(one.span))
    return span === undefined ? [] : [{ ...one, span }]
  })
}

const unquoted = (text: string): string => fold(text).replaceAll(/^["“”]|["“”]$/g, '')

/**
 * Returns evidence for the omissions whose quotes the user has now added to the value. The evidence is linked to each
 * typed part whose text is contained in the quote.
 */
function addedWords(
  oldText: string,
  newText: string,
  typedParts: readonly Part[],
  omissions: readonly Omission[],
): Evidence[] {
  return omissions
    .filter(({ quote }) => fold(newText).includes(fold(quote)) && !fold(oldText).includes(fold(quote)))
    .flatMap(({ turn, quote, atMs }): Evidence[] => {
      const one = { turn, quote, ...(atMs === undefined ? {} : { atMs }) }
      const parts = typedParts.filter(({ text }) => fold(quote).includes(unquoted(text)))
      return parts.length === 0 ? [one] : parts.map(({ span }) => ({ ...one, span }))
    })
}

/**
 * True if the user has given, or now gives, the answer to an `unclear` result. Its evidence does not support parts that
 * a writer wrote. It shows the words because of which the user had to decide.
 */
const isDecision = ({ state, byHand, evidence }: Result): boolean =>
  state === 'unclear' || (state === 'entered' && byHand === undefined && evidence.length > 0)

/**
 * Builds the result for a value that a user edited. If the value is unchanged, returns `oldResult` itself, unless it is
 * `unclear`: then the user has decided to leave the field empty. An answer to an `unclear` result keeps all its
 * evidence. Otherwise, if the field type is not in `inParts`, the new result has no evidence and no flags. If it is,
 * unchanged parts keep their evidence and flags, and `byHand` lists the parts that the user has typed. A typed part has
 * evidence only if its text is contained in the quote of an omission. `byHand` is absent if the user has typed all parts
 * and no evidence is left.
 */
export function enteredByHand(
  field: Pick<Field, 'id' | 'type'> & PartedField,
  value: string[],
  oldResult: Result | undefined,
  omissions: readonly Omission[] = [],
): Result {
  const isSame = oldResult !== undefined && JSON.stringify(oldResult.value) === JSON.stringify(value)
  if (isSame && oldResult.state !== 'unclear') return oldResult
  const base = { id: field.id, type: field.type, value, confidence: 1, state: 'entered' } as const
  const oldValue = oldResult?.value ?? []
  if (oldResult !== undefined && isDecision(oldResult)) {
    const addedEvidence = addedWords(oldValue.join('\n'), value.join('\n'), partsOfValue(field, value), omissions)
    const quotes = [...oldResult.evidence, ...addedEvidence].map(({ span: _, ...words }) => words)
    const evidence = [...new Map(quotes.map((one) => [`${one.turn} ${one.quote}`, one])).values()]
    return { ...base, evidence, flags: [] }
  }
  if (!inParts.has(field.type)) return { ...base, evidence: [], flags: [] }
  const oldParts = partsOfValue(field, oldValue)
  const parts = partsOfValue(field, value)
  const { source, gone } = compare(oldParts, parts)
  // Parts that were typed in an earlier edit still count as typed.
  const isTyped = oldResult?.state === 'entered' && oldResult.given === undefined
  const typedBefore = new Set(isTyped ? (oldResult.byHand ?? oldParts.map(({ text }) => text)).map(fold) : [])
  const isKept = (part: Part) => source.get(part) !== undefined && !typedBefore.has(fold(part.text))
  const remainingTexts = parts.filter(isKept).map(({ text }) => text)
  const typedParts = parts.filter((part) => !isKept(part))
  const linked = following(oldResult?.evidence ?? [], source)
  const unlinked = (oldResult?.evidence ?? []).filter(({ span }) => span === undefined)
  const holding = stillHolding(
    unlinked,
    remainingTexts,
    gone.map(({ text }) => text),
  )
  // An earlier edit may have added evidence for an omission. This evidence is kept as long as the value contains its
  // quote.
  const earlier = unlinked.filter(
    (one) => !holding.includes(one) && isTyped && fold(value.join('\n')).includes(fold(one.quote)),
  )
  const omissionEvidence = addedWords(oldValue.join('\n'), value.join('\n'), typedParts, omissions)
  const evidence = [...linked, ...holding, ...earlier, ...omissionEvidence]
  const flags = (oldResult?.flags ?? []).filter(({ text }) =>
    text === '' ? remainingTexts.length > 0 : remainingTexts.some((part) => part.includes(text)),
  )
  return {
    ...base,
    ...(remainingTexts.length === 0 || oldResult === undefined ? {} : withSource(oldResult)),
    evidence,
    flags,
    ...(remainingTexts.length === 0 && evidence.length === 0 ? {} : { byHand: typedParts.map(({ text }) => text) }),
  }
}

const withSource = ({ confidence, writer, reviewedBy }: Result) => ({
  confidence,
  ...(writer === undefined ? {} : { writer }),
  ...(reviewedBy === undefined ? {} : { reviewedBy }),
})
