import type { Evidence, Field, Omission, Result } from '../../../lib/contracts/index.ts'
import { contentStems } from '../../generation/index.ts'

/** Field types whose value consists of independent parts: sentences, choices or table cells. */
const inParts: ReadonlySet<Field['type']> = new Set(['string', 'template', 'multiple_choice', 'table'])

/** Splits texts into sentences and lines. For other types, the parts are the elements of the value. */
function partsOf({ type }: Pick<Field, 'type'>, value: readonly string[]): string[] {
  const isText = type === 'string' || type === 'template'
  const parts = isText ? value.flatMap((text) => text.split(/\n+|(?<=[.!?]["”*_]*)\s+(?=\S)/u)) : [...value]
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Normalises a part for comparison: removes Markdown formatting and extra spaces. */
const fold = (text: string): string =>
  text
    .replaceAll(/^(?:[-*+>#]+|\d+[.)])\s+|[*_\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Splits the parts into `kept` (in both values), `typed` (only in the new value) and `gone` (only in the old value).
 */
function compare(before: readonly string[], after: readonly string[]) {
  const left = before.map((part) => ({ part, folded: fold(part) }))
  const kept: string[] = []
  const typed: string[] = []
  for (const part of after) {
    const foldedPart = fold(part)
    const at = left.findIndex(({ folded }) => folded === foldedPart)
    if (at === -1) typed.push(part)
    else {
      kept.push(part)
      left.splice(at, 1)
    }
  }
  return { kept, typed, gone: left.map(({ part }) => part) }
}

const wordsOf = (text: string): string[] => [...contentStems(text), ...(text.match(/\d+/g) ?? [])]
const shared = (quote: string, parts: readonly string[]): number => {
  const partWords = new Set(parts.flatMap(wordsOf))
  return new Set(wordsOf(quote).filter((word) => partWords.has(word))).size
}

/** Evidence that still supports the remaining parts of a value. If unsure, it drops the quote. */
function stillHolding(evidence: readonly Evidence[], kept: readonly string[], gone: readonly string[]): Evidence[] {
  if (kept.length === 0) return []
  if (gone.length === 0) return [...evidence]
  return evidence.filter(({ quote }) => shared(quote, kept) > 0 && shared(quote, kept) >= shared(quote, gone))
}

/** Evidence for omitted statements of the session that the user added to the note. */
const addedWords = (before: string, after: string, omissions: readonly Omission[]): Evidence[] =>
  omissions
    .filter(({ quote }) => fold(after).includes(fold(quote)) && !fold(before).includes(fold(quote)))
    .map(({ turn, quote, atMs }) => ({ turn, quote, ...(atMs === undefined ? {} : { atMs }) }))

/**
 * Builds the result for a value that a user edited. Unchanged parts keep their evidence and flags. Typed parts are
 * listed in `byHand` and have no evidence, unless they are statements of the session. An unchanged value returns
 * `before` itself.
 */
export function enteredByHand(
  field: Pick<Field, 'id' | 'type'>,
  value: string[],
  before: Result | undefined,
  omissions: readonly Omission[] = [],
): Result {
  if (before !== undefined && JSON.stringify(before.value) === JSON.stringify(value)) return before
  const whole = { id: field.id, type: field.type, value, confidence: 1, state: 'entered' } as const
  if (!inParts.has(field.type)) return { ...whole, evidence: [], flags: [] }
  const old = before?.value ?? []
  const parts = compare(partsOf(field, old), partsOf(field, value))
  // Parts that were typed in an earlier edit still count as typed.
  const isTyped = before?.state === 'entered' && before.given === undefined
  const typedBefore = isTyped ? (before.byHand ?? partsOf(field, old)).map(fold) : []
  const kept = parts.kept.filter((part) => !typedBefore.includes(fold(part)))
  const byHand = partsOf(field, value).filter((part) => !kept.includes(part))
  const keptEvidence = stillHolding(before?.evidence ?? [], kept, parts.gone)
  // Keep the evidence of statements that were added in an earlier edit, as long as they are still in the value.
  const earlier = (before?.evidence ?? []).filter(
    (one) => !keptEvidence.includes(one) && isTyped && fold(value.join('\n')).includes(fold(one.quote)),
  )
  const added = addedWords(old.join('\n'), value.join('\n'), omissions)
  const evidence = [...keptEvidence, ...earlier, ...added]
  const flags = (before?.flags ?? []).filter(({ text }) =>
    text === '' ? kept.length > 0 : kept.some((part) => part.includes(text)),
  )
  return {
    ...whole,
    ...(kept.length === 0 || before === undefined ? {} : { confidence: before.confidence }),
    evidence,
    flags,
    ...(kept.length === 0 && evidence.length === 0 ? {} : { byHand }),
  }
}
